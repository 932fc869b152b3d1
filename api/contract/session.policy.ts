/** Rules on what a session or an API key may call at all, before the policies of the target apply. */
import { type Call, changesState, type Who } from './call.ts';
import { isAdmin, isAuditReader, isSystemAdmin, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

/** Whether a user with these roles may make calls of this kind. */
export function hasRightsFor(who: Who, person: Pick<Person, 'roles'>): boolean {
  if (who === 'systemAdmin') return isSystemAdmin(person);
  if (who === 'subscriberAdmin') return isAdmin(person);
  if (who === 'auditReader') return isAuditReader(person);
  return true;
}

/** Calls that a key can get a claim for. */
export const grantableToKey = (call: Pick<Call, 'who' | 'ownCredentials'>): boolean =>
  ['session', 'auditReader', 'subscriberAdmin', 'systemAdmin'].includes(call.who) && !call.ownCredentials;

/** The claims that a key of this user can hold: step-up calls only as a system administrator, who allows it by making the key. */
export const mayClaim = (call: Pick<Call, 'who' | 'ownCredentials' | 'stepUp'>, person: Pick<Person, 'roles'>): boolean =>
  grantableToKey(call) && hasRightsFor(call.who, person) && (call.stepUp !== true || isSystemAdmin(person));

/**
 * Whether a key with a claim for the call lives no longer than LIMIT_API_KEY_DAYS: a step-up call, or one of an administrative
 * role.
 */
export const endsKeyEarly = (call: Pick<Call, 'who' | 'stepUp'>): boolean =>
  call.stepUp !== undefined || ['auditReader', 'subscriberAdmin', 'systemAdmin'].includes(call.who);

/** `read`: sees what the user sees. `act`: also changes what the user may change. */
export const impersonationAccesses = ['read', 'act'] as const;
export type ImpersonationAccess = (typeof impersonationAccesses)[number];

type BarredCall = Pick<Call, 'who' | 'method' | 'changesState' | 'stepUp' | 'ownCredentials' | 'allowedWhileImpersonating'>;

/**
 * The reason why a call is refused while impersonating, if it is: no step-up calls, and no change of password, MFA, keys or
 * sessions; with `read`, no change at all but what is open to anyone, such as a message to support.
 */
export function whyBarredWhileImpersonating(
  call: BarredCall,
  access: ImpersonationAccess,
): Extract<ProblemCode, 'Impersonating' | 'ReadOnly'> | null {
  if (call.allowedWhileImpersonating) return null;
  if (call.stepUp === true || call.ownCredentials === 'change') return 'Impersonating';
  return access === 'read' && changesState(call) && call.who !== 'anyone' && call.who !== 'grant' ? 'ReadOnly' : null;
}
