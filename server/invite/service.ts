/** Inviting: the policy, and the mailed links. */
import { effectsOfMaking } from '../../api/contract/effects.ts';
import { hasAdministrativeRole, inScope, isSystemWide, type Person } from '../../api/contract/person.ts';
import { mayGrant } from '../../api/contract/users.policy.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import { endGrants } from '../session/grants.ts';
import { createLink } from '../session/links.ts';
import type { Approval } from '../approvals/acts.ts';
import { approveOrRequest } from '../approvals/request.ts';
import { administrator, sponsor } from '../accounts/author.ts';
import { invite, setInviteExpiry } from '../accounts/invitations.ts';
import { stableId } from '../approvals/stableId.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { rolesExist, type InviteRow } from './repository.ts';
import { limitResends } from './resends.ts';

/** Data stored with the link: the inviter's rights are checked again on acceptance. */
export interface LinkData {
  /** Null for the setup link of the first start, which is not mailed. */
  inviterId: string | null;
}

/**
 * @returns the user's id; null if another administrator has to approve it
 * @throws NotFound for an organisation out of scope, Invalid for a role that is unknown or that the actor may not grant
 */
export async function createInvite(context: Context, tx: Transaction, call: CallOf<'Invite.CreateUser'>): Promise<string | null> {
  const { body, person } = call;
  const organisationId = body.organisationPublicId ?? person.organisationId;
  if (!inScope(person, organisationId)) throw problem('NotFound');
  const organisation = await tx
    .selectFrom('organisations')
    .select(['house', 'name'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation) throw problem('NotFound');
  const { house } = organisation;
  const grantable = body.roles.every((role) => mayGrant(person, role, house)) && (await rolesExist(tx, body.roles));
  if (!grantable) throw problem('Invalid', { fields: { roles: { problem: 'Forbidden' } } });
  if (hasAdministrativeRole({ roles: body.roles, house })) call.stepUp.require();
  const asked = { ...body, organisationPublicId: organisationId };
  const approval = await approveOrRequest(context, tx, call, {
    target: {
      id: stableId('Invite.CreateUser', body.email),
      userId: null,
      name: body.email,
      organisationId,
      state: '',
      systemOnly: body.roles.some((role) => isSystemWide(role, house)),
    },
    effects: effectsOfMaking({ roles: body.roles, house }),
    detail: { ...asked, organisation: organisation.name },
  });
  return approval && insertInvitation(context, tx, call, { ...asked, house }, approval);
}

type NewInvite = CallOf<'Invite.CreateUser'>['body'] & { readonly organisationPublicId: string; readonly house: boolean };
type InvitingCall = Pick<CallOf<'Invite.CreateUser'>, 'name' | 'person' | 'origin' | 'now'> &
  Pick<Partial<CallOf<'Invite.CreateUser'>>, 'session'>;

/** @returns the user's id. @throws EmailTaken */
export async function insertInvitation(
  { config }: Pick<Context, 'config'>,
  tx: Transaction,
  call: InvitingCall,
  { email, firstName, lastName, title, organisationPublicId: organisationId, house, roles }: NewInvite,
  approval: Approval,
): Promise<string> {
  const { name, person, origin, now } = call;
  const taken = () => problem('EmailTaken', { fields: { email: { problem: 'EmailTaken' } } });
  const expiresAt = addMs(now, config.INVITE_DAYS * DAY);
  const userId = await withUnique({ users_email: taken, users_user_name: taken }, () =>
    invite(tx, administrator(call), {
      email,
      firstName,
      lastName,
      title: title ?? null,
      organisationId,
      house,
      roles,
      invitedBy: person.userName,
      expiresAt,
    }),
  );
  await appendAuditEvent(tx, origin, {
    action: name,
    target: email,
    targetUserId: userId,
    organisationId,
    details: { roles, ...approval },
  });
  return userId;
}

/** Mails a new link with a new expiry; the former link and its grants are void. */
export async function sendInvite(
  context: Context,
  tx: Transaction,
  call: Pick<CallOf<'Invite.SendEmail' | 'Invite.Resend'>, 'name' | 'person' | 'origin' | 'now'> & {
    readonly approval?: Approval;
  },
  invitee: InviteRow,
  message: string | null,
): Promise<Date> {
  await limitResends(context, tx, call, invitee);
  const lifetimeMs = context.config.INVITE_DAYS * DAY;
  const expiresAt = addMs(call.now, lifetimeMs);
  await setInviteExpiry(tx, invitee.user_id, expiresAt);
  // The new link is a way into the account.
  await sponsor(tx, administrator(call), invitee.user_id);
  const link = await makeInviteLink(context, tx, invitee.user_id, call.person, lifetimeMs, call.now);
  await queueMail(
    tx,
    invitee,
    'invitation',
    {
      link: mailedLink(context.keyring, link),
      inviter: invitee.inviter ?? call.person.displayName,
      organisation: invitee.organisation_name,
      message,
      expiresAt: expiresAt.toISOString(),
    },
    call.now,
  );
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    target: invitee.email,
    targetUserId: invitee.user_id,
    organisationId: invitee.organisation_id,
    details: { expiresAt: expiresAt.toISOString(), ...call.approval },
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
