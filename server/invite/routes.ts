/** Routes of invitations. */
import { randomUUID } from 'node:crypto';
import type { inviteCalls } from '../../api/contract/invite.ts';
import { hasAdministrativeRole, type Person } from '../../api/contract/person.ts';
import { mayInvite } from '../../api/contract/users.policy.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { asTarget } from '../db/target.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { Handlers } from '../http/call.ts';
import { transactionOnce } from '../http/idempotency.ts';
import { limitTakenAddresses } from '../http/takenAnswers.ts';
import { problem, Problem } from '../http/problem.ts';
import { requireApproved } from '../approvals/request.ts';
import { accept, openRegistration, readLink, REGISTRATION_GRANT_MS } from './acceptance.ts';
import { inviteView } from './presenter.ts';
import { deleteInvite } from '../accounts/invitations.ts';
import { findInvite, findInvites, lockInvite, type InviteRow } from './repository.ts';
import { createInvite, sendInvite } from './service.ts';

export function inviteRoutes(context: Context, { cookies }: SecurityContext): Handlers<keyof typeof inviteCalls> {
  const { db, phrases, config } = context;
  const view = (invite: InviteRow, now: Date) => inviteView(invite, config.PRODUCT_NAME, now);

  return {
    'Invite.CreateUser': async (call) => {
      const userId = await limitTakenAddresses(context, call, call.body.email, () =>
        transaction(db, (tx) => createInvite(context, tx, call)),
      );
      return { userId: requireApproved(userId), inviteState: 'Invited' as const };
    },

    /** Mails each address separately: a failure does not stop the others. */
    'Invite.SendEmail': async (call) => {
      const { userIds, message = null } = call.body;
      const sent: { userId: string; email: string }[] = [];
      const failed: { userId: string; message: string }[] = [];
      // Checked before the first mail: a call that has to be repeated must not have sent half of them.
      const invites = await findInvites(db, call.person, userIds);
      if (invites.some(hasAdministrativeRole)) call.stepUp.require();
      const approval = userIds.length > 1 ? { operation: randomUUID() } : {};
      for (const userId of new Set(userIds)) {
        try {
          const email = await transaction(db, async (tx) => {
            const invite = requireOpen(call.person, await lockInvite(tx, call.person, userId));
            await sendInvite(context, tx, { ...call, approval }, invite, message);
            return invite.email;
          });
          sent.push({ userId, email });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          failed.push({ userId, message: phrases.say(call.locale, `problem:${error.code}`) });
        }
      }
      return { sent, failed };
    },

    'Invite.Resend': (call) =>
      transactionOnce(db, call, async (tx) => {
        const invite = requireOpen(call.person, await lockInvite(tx, call.person, call.params.userId));
        if (hasAdministrativeRole(invite)) call.stepUp.require();
        await sendInvite(context, tx, call, invite, null);
        return view((await findInvite(tx, invite.user_id)) as InviteRow, call.now);
      }),

    'Invite.Delete': (call) =>
      transaction(db, async (tx) => {
        const invite = requireOpen(call.person, await lockInvite(tx, call.person, call.params.userId));
        if (hasAdministrativeRole(invite)) call.stepUp.require();
        if (!(await deleteInvite(tx, invite.user_id))) throw problem('AlreadyAccepted');
        await appendAuditEvent(tx, call.origin, {
          action: call.name,
          target: invite.email,
          organisationId: invite.organisation_id,
        });
        return undefined;
      }),

    'Invite.View': async ({ params, query, now }) => view(await readLink(db, { ...params, ...query }), now),

    'Invite.Receive': async ({ body, reply, now }) => {
      const { invite, grant } = await openRegistration(context, body, now);
      cookies.set(reply, 'grant', grant, REGISTRATION_GRANT_MS);
      return view(invite, now);
    },

    'Invite.Accept': async (call) => {
      const registered = await accept(context, call, cookies.get(call.request, 'grant'));
      cookies.clear(call.reply, 'grant');
      return { outcome: 'Registered' as const, ...registered };
    },
  };
}

function requireOpen(actor: Person, invite: InviteRow | undefined): InviteRow {
  const refused = invite ? mayInvite(actor, asTarget(invite)) : 'NotFound';
  if (!invite || refused) throw problem(refused ?? 'NotFound');
  if (invite.registered_at !== null) throw problem('AlreadyAccepted');
  return invite;
}
