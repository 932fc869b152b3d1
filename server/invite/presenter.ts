/** Maps an invitation to the contract, as the invited user sees it. */
import type { InviteView } from '../../api/contract/invite.ts';
import type { InviteRow } from './repository.ts';

/** @param productName shown as the inviter of the first start's invitation */
export function inviteView(row: InviteRow, productName: string, now: Date): InviteView {
  const expiresAt = row.invite_expires_at ?? now;
  return {
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    organisationName: row.organisation_name,
    invitedBy: row.inviter ?? productName,
    state: expiresAt > now ? 'Invited' : 'InviteExpired',
    expiresAt: expiresAt.toISOString(),
  };
}
