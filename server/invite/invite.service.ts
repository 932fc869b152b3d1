/** Inviting: the policy, and the mailed links. */
import type { Person } from '../../api/contract/person.ts';
import { hasAdministrativeRole, inScope } from '../../api/contract/person.ts';
import { mayGrant } from '../../api/contract/users.policy.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import { endGrants } from '../session/grants.ts';
import { createLink } from '../session/links.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { inviterName } from './invite.presenter.ts';
import { insertInvite, rolesExist, setExpiry, type InviteRow } from './invite.repository.ts';
import { limitResends } from './invite.resends.ts';

/** Stored with the link: the inviter's rights are checked again on acceptance. */
export interface LinkData {
  /** Null for the setup link of the first start, which is not mailed. */
  inviterId: string | null;
}

/** @throws NotFound for an organisation out of scope, Invalid for a role that is unknown or that the actor may not grant */
export async function createInvite(context: Context, tx: Transaction, call: CallOf<'Invite.CreateUser'>): Promise<string> {
  const { body, person, now } = call;
  const organisationId = body.organisationPublicId ?? person.organisationId;
  if (!inScope(person, organisationId)) throw problem('NotFound');
  const organisation = await tx
    .selectFrom('organisations')
    .select('house')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation) throw problem('NotFound');
  const { house } = organisation;
  const grantable = body.roles.every((role) => mayGrant(person, role, house)) && (await rolesExist(tx, body.roles));
  if (!grantable) throw problem('Invalid', { fields: { roles: { problem: 'Forbidden' } } });
  if (hasAdministrativeRole({ roles: body.roles, house })) call.stepUp.require();
  const taken = () => problem('EmailTaken', { fields: { email: { problem: 'EmailTaken' } } });
  const userId = await withUnique({ users_email: taken, users_user_name: taken }, () =>
    insertInvite(tx, {
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      title: body.title ?? null,
      organisationId,
      roles: body.roles,
      invitedBy: person.userName,
      expiresAt: addMs(now, context.config.INVITE_DAYS * DAY),
      now,
    }),
  );
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    target: body.email,
    targetUserId: userId,
    organisationId,
    details: { roles: body.roles },
  });
  return userId;
}

/** Mails a new link with a new expiry; the former link and its grants are void. */
export async function sendInvite(
  context: Context,
  tx: Transaction,
  call: Pick<CallOf<'Invite.SendEmail' | 'Invite.Resend'>, 'name' | 'person' | 'origin' | 'now'>,
  invite: InviteRow,
  message: string | null,
): Promise<Date> {
  await limitResends(context, tx, call, invite);
  const lifetimeMs = context.config.INVITE_DAYS * DAY;
  const expiresAt = addMs(call.now, lifetimeMs);
  await setExpiry(tx, invite.user_id, expiresAt);
  const link = await makeInviteLink(context, tx, invite.user_id, call.person, lifetimeMs, call.now);
  await queueMail(
    tx,
    invite,
    'invitation',
    {
      link: mailedLink(context.keyring, link),
      inviter: inviterName(invite) ?? call.person.displayName,
      organisation: invite.organisation_name,
      message,
      expiresAt: expiresAt.toISOString(),
    },
    call.now,
  );
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    target: invite.email,
    targetUserId: invite.user_id,
    organisationId: invite.organisation_id,
    details: { expiresAt: expiresAt.toISOString() },
  });
  return expiresAt;
}

export async function makeInviteLink(
  context: Pick<Context, 'publicUrl'>,
  tx: Transaction,
  userId: string,
  inviter: Person | null,
  lifetimeMs: number,
  now: Date,
): Promise<string> {
  await endGrants(tx, userId, 'registration');
  const data: LinkData = { inviterId: inviter?.userId ?? null };
  const token = await createLink(tx, { purpose: 'invite', userId, lifetimeMs, data: { ...data }, now });
  return `${context.publicUrl()}/ReceivedInvite?userId=${userId}&token=${token}`;
}
