/** Login attempts as audit events. */
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { CallOf } from '../http/call.ts';
import type { Account } from './login.accounts.ts';

/** Maximum length of an unknown name, as of an e-mail address. */
const MAX_NAME = 320;

/** There is no session yet: the actor is the account, if it exists. */
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
