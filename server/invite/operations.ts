/** Mailing many invitations again, as an operation. */
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { actionOf } from '../../api/contract/actions.ts';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';
import { userActed } from '../approvals/acts.ts';
import type { BulkAction } from '../bulk/bulkActions.ts';
import { lockInvite } from './repository.ts';
import { sendInvite } from './service.ts';

export const resendInviteBulkAction = (context: Context): BulkAction => ({
  may: (actor, target) => actionOf('resendInvite').may(actor, target, {}),
  isFor: ({ registered_at: registeredAt }) => registeredAt === null,
  isDue: () => true,
  needsStepUp: hasAdministrativeRole,
  actOn: (user) => ({ ...userActed(user), effects: [] }),
  async carryOut(tx, call, { user_id: userId }) {
    const invite = await lockInvite(tx, call.person, userId);
    if (!invite) throw problem('NotFound');
    return sendInvite(context, tx, { ...call, name: 'Invite.Resend' }, invite, null);
  },
});
