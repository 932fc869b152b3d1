/** Login attempts as audit events. */
import type { AuditOrigin } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import type { ServerSecret } from '../session/serverSecret.ts';
import { unknownName } from '../session/unknownName.ts';
import type { Account } from './accounts.ts';

/** There is no session yet: the actor is the account, if it exists. */
export const originFor = (call: Pick<CallOf<'Login.Login'>, 'origin'>, account: Account | undefined): AuditOrigin => ({
  ...call.origin,
  actor: account?.user_name ?? null,
  onBehalfOf: null,
});

export const eventOf = (secret: ServerSecret, call: CallOf<'Login.Login'>, account: Account | undefined) => ({
  action: call.name,
  target: account?.user_name ?? unknownName(secret, call.body.userName),
  targetUserId: account?.user_id,
  organisationId: account?.organisation_id ?? null,
});
