/** Composition of the operations on many users: each is provided by the room of its single call. */
import type { Context } from './context.ts';
import { resendInviteKind } from './invite/invite.operations.ts';
import { forgetMfa } from './mfa/mfa.reset.ts';
import type { Kinds } from './operations/kinds.ts';
import { forgetPasskeys } from './passkeys/passkeys.facade.ts';
import { userOperationKinds } from './users/admin/operationKinds.ts';

/** What a reset of a user's authentication deletes. */
export const forget = { mfa: forgetMfa, passkeys: forgetPasskeys };

export const operationKinds = (context: Context): Kinds => ({
  ...userOperationKinds(context, forget),
  resendInvite: resendInviteKind(context),
});
