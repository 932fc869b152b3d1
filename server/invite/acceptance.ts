/** Accepting an invitation: from the mailed link to an account. Opening a link changes nothing; registering works once. */
import { inScope } from '../../api/contract/person.ts';
import { mayGrant } from '../../api/contract/users.policy.ts';
import { HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries } from '../db/database.ts';
import { createGrant, endGrants, findGrant } from '../session/grants.ts';
import { voidLinks } from '../session/links.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { register } from '../accounts/invitations.ts';
import { toPerson } from '../session/principals.ts';
import { requiredProvider, startPath } from '../session/providerRule.ts';
import { limitTakenNames } from '../http/takenAnswers.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { setPassword } from '../accounts/credentials.ts';
import { validateNewPassword, prepareNewPassword } from '../password/passwordChange.ts';
import { sha256 } from '../session/tokens.ts';
import { findInvite, type InviteRow } from './repository.ts';
import type { LinkData } from './service.ts';

export const REGISTRATION_GRANT_MS = HOUR;

interface LinkCredentials {
  userId: string;
  token: string;
}

/**
 * The invitation of a link, expired or not.
 * @throws NotFound for a wrong token or an unknown id alike, LinkGone once it was used or replaced
 */
export async function readLink(queries: Queries, { userId, token }: LinkCredentials): Promise<InviteRow> {
  const link = await queries
    .selectFrom('links')
    .select('used_at')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'invite')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const invite = link && (await findInvite(queries, userId));
  if (!invite) throw problem('NotFound');
  if (link.used_at !== null || invite.registered_at !== null) throw problem('LinkGone');
  return invite;
}

/** @throws LinkGone if expired: checked at use */
export async function openRegistration(
  context: Context,
  presented: LinkCredentials,
  now: Date,
): Promise<{ invite: InviteRow; grant: string }> {
  const invite = await readLink(context.db, presented);
  if (!invite.invite_expires_at || invite.invite_expires_at <= now) throw problem('LinkGone');
  return {
    invite,
    grant: await createGrant(context.db, {
      purpose: 'registration',
      userId: invite.user_id,
      lifetimeMs: REGISTRATION_GRANT_MS,
      now,
    }),
  };
}

/** @throws GrantRequired, LinkGone, NameTaken, TooManyRequests after many taken names, or the password's faults */
export async function accept(context: Context, call: CallOf<'Invite.Accept'>, grant: string | undefined) {
  const { params, body, now, locale } = call;
  const userId = await findGrant(context.db, 'registration', grant, now);
  if (userId !== params.userId) throw problem('GrantRequired');
  const invite = await findInvite(context.db, userId);
  if (invite?.registered_at !== null) throw problem('LinkGone');
  await requireInviterRights(context.db, invite);
  validateNewPassword(
    context,
    { password: body.password, confirmation: body.confirmPassword, locale },
    { userName: body.userName, email: invite.email, organisationName: invite.organisation_name },
    { password: 'password', confirm: 'confirmPassword' },
  );
  const newPassword = await prepareNewPassword(context, null, body.password, 'password');
  const nameTaken = () => problem('NameTaken', { fields: { userName: { problem: 'NameTaken' } } });
  const registerOnce = () =>
    transaction(context.db, async (tx) => {
      await requireInviterRights(tx, invite);
      const { firstName, lastName, title } = body;
      const registered = await register(tx, userId, {
        ...{ userName: body.userName, firstName, lastName, title: title ?? invite.title, locale, now },
        wasMailed: invite.invited_by !== null,
        inviter: invite.inviter ?? context.config.PRODUCT_NAME,
      });
      if (!registered) throw problem('LinkGone');
      await setPassword(tx, { ...invite, user_name: body.userName }, newPassword, now, { atRegistration: true });
      await voidLinks(tx, userId, 'invite', now);
      await endGrants(tx, userId, 'registration');
      await appendAuditEvent(
        tx,
        { ...call.origin, actor: body.userName, onBehalfOf: null },
        {
          action: call.name,
          target: body.userName,
          targetUserId: userId,
          organisationId: invite.organisation_id,
        },
      );
    });
  await limitTakenNames(context, { userId, now }, () => withUnique({ users_user_name: nameTaken }, registerOnce));
  return { userName: body.userName, provider: await findRequiredProvider(context.db, userId, now) };
}

/** @returns the identity provider by which the user has to log in, with the address that leads there; null: none is required */
async function findRequiredProvider(queries: Queries, userId: string, now: Date) {
  const found = await queries
    .selectFrom('users as u')
    .select(requiredProvider(now).as('provider'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const provider = found?.provider ?? null;
  return provider && { name: provider.name, address: startPath(provider.connectionId) };
}

/** The inviter must still have the right to invite: if disabled or demoted since, the invitation is void. */
async function requireInviterRights(queries: Queries, invite: InviteRow): Promise<void> {
  const link = await queries
    .selectFrom('links')
    .select('data')
    .where('user_id', '=', invite.user_id)
    .where('purpose', '=', 'invite')
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (!link) throw problem('LinkGone');
  const { inviterId } = link.data as unknown as LinkData;
  if (inviterId === null) return;
  const row = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .selectAll('u')
    .select('o.house')
    .where('u.user_id', '=', inviterId)
    .where('u.enabled', '=', true)
    .executeTakeFirst();
  const inviter = row && toPerson(row);
  const allowed =
    inviter && inScope(inviter, invite.organisation_id) && invite.roles.every((role) => mayGrant(inviter, role, invite.house));
  if (!allowed) throw problem('LinkGone');
}
