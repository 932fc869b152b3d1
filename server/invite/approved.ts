/** An invitation of an administrator that another one has approved: made, and mailed at once, as its requester is not there to do it. */
import { inScope } from '../../api/contract/person.ts';
import { mayGrant } from '../../api/contract/users.policy.ts';
import { isHouse } from '../accounts/account.ts';
import type { ApprovableActs } from '../approvals/acts.ts';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';
import { findInvite, rolesExist } from './repository.ts';
import { insertInvitation, sendInvite } from './service.ts';

export const approvedInvitation = (context: Context): ApprovableActs<'Invite.CreateUser'> => ({
  'Invite.CreateUser': {
    lock: async (tx, _id, { email = '', roles = [], organisationPublicId = '' }) => {
      const organisation = await tx
        .selectFrom('organisations')
        .select('house')
        .where('organisation_id', '=', organisationPublicId)
        .executeTakeFirst();
      if (!organisation) return undefined;
      const { house } = organisation;
      const mayInvite: NonNullable<Awaited<ReturnType<ApprovableActs['Invite.CreateUser']['lock']>>>['may'] = (person) =>
        inScope(person, organisationPublicId) && roles.every((role) => mayGrant(person, role, house)) ? null : 'Forbidden';
      return { name: email, state: '', may: mayInvite };
    },
    carryOut: async (tx, { approval, ...call }, { detail }) => {
      const { organisationPublicId = '' } = detail;
      const asked = { ...(detail as Parameters<typeof insertInvitation>[3]), house: await isHouse(tx, organisationPublicId) };
      if (!(await rolesExist(tx, asked.roles))) throw problem('TargetChanged');
      const userId = await insertInvitation(context, tx, { ...call, name: 'Invite.CreateUser' }, asked, approval);
      const invite = await findInvite(tx, userId);
      if (invite) await sendInvite(context, tx, { ...call, name: 'Invite.SendEmail' }, invite, null);
    },
  },
});
