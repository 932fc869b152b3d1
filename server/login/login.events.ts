/** Sign-in attempts as the audit tells them. */
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { CallOf } from '../http/call.ts';
import type { Account } from './login.accounts.ts';

/** As much of a name that nobody has as an address can be long. */
const MAX_NAME = 320;

/** Nobody is signed in yet: the account itself is the actor where there is one. */
export const originFor = (call: CallOf<'Login.Login'>, account: Account | undefined): AuditOrigin => ({
  ...call.origin,
  actor: account?.user_name ?? null,
  onBehalfOf: null,
});

export const eventOf = (call: CallOf<'Login.Login'>, account: Account | undefined) => ({
  action: call.name,
  target: account?.user_name ?? call.body.userName.slice(0, MAX_NAME),
  targetUserId: account?.user_id,
  organisationId: account?.organisation_id ?? null,
});
