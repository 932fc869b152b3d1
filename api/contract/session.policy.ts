/** What a session or a key may do at all, before anybody asks about the thing it acts on. */
import type { Call, Who } from './call.ts';
import { isAdmin, isAuditReader, isSystemAdmin, type Person } from './person.ts';

/** Whether somebody with these rights may make calls of this kind. */
export function hasRightsFor(who: Who, person: Pick<Person, 'roles'>): boolean {
  if (who === 'systemAdmin') return isSystemAdmin(person);
  if (who === 'subscriberAdmin') return isAdmin(person);
  if (who === 'auditReader') return isAuditReader(person);
  return true;
}

/** Own credentials, own sessions, and becoming somebody else: nothing a key may do, whatever its owner may. */
const OWN_CREDENTIALS = new Set([
  'ChangeDetails.ChangePassword',
  'ApiKey.OpenAccess',
  'ApiKey.GetExisting',
  'ApiKey.Create',
  'ApiKey.Delete',
  'ApiKey.CreateClaims',
  'Mfa.BeginEnable',
  'Mfa.Enable',
  'Mfa.Disable',
  'Mfa.Recovery',
  'Mfa.RecoveryFor',
  'Mfa.ForgetBrowsers',
  'Users.Sessions',
  'Users.EndSession',
  'Users.EndOtherSessions',
  'Users.Impersonate',
]);

/** Calls that a key can be given a claim for. */
export const grantableToKey = (name: string, call: Pick<Call, 'who'>): boolean =>
  ['session', 'auditReader', 'subscriberAdmin', 'systemAdmin'].includes(call.who) && !OWN_CREDENTIALS.has(name);

const READS_OWN = new Set(['Users.Sessions', 'ApiKey.OpenAccess', 'ApiKey.GetExisting']);

/** While impersonating: no step-up calls, and no change of password, MFA, keys or sessions. */
export const barredWhileImpersonating = (name: string, call: Pick<Call, 'stepUp'>): boolean =>
  name !== 'Users.Impersonate' && (call.stepUp === true || (OWN_CREDENTIALS.has(name) && !READS_OWN.has(name)));
