/** Links an account here with one at an identity provider, after its owner has proven both. */
import { safeReturnUrl } from '../../../api/contract/returnUrl.ts';
import { link } from '../../accounts/identities.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { findProof, giveBackLogIn, type SsoAttempts } from './attempts.ts';
import type { Verified } from '../openid/claims.ts';
import { decide } from './decision.ts';
import { holdGroups } from './membership.ts';
import { recordOutcome } from './outcomes.ts';
import { endSessionsBy, recordUpstream } from '../required/passwordSessions.ts';
import { recordRefusal } from './refusals.ts';
import { Refused } from './refused.ts';
import { authorOf, type ConnectionRow } from '../settings/repository.ts';
import type { Answered, SsoCall, SsoRooms, Step } from '../dependencies.ts';
import { takeAttempt } from './consume.ts';

/** The address to which a browser goes on once the account is proven. */
export const FINISH_PATH = '/sso/finish';

interface NewIdentity {
  readonly call: SsoCall;
  readonly connection: ConnectionRow;
  readonly verified: Pick<Verified, 'issuer' | 'subject' | 'account'>;
  readonly userId: string;
  /** Where the owner of the account has proven it here; null: only the provider says that it is the owner. */
  readonly provenIn: 'session' | 'login' | null;
}

/**
 * Links an account, in place of one link with the same provider. Locks the account first: it is not linked while it is being deleted.
 * @throws Refused; a unique violation, if another was faster
 */
export async function linkIdentity(
  tx: Transaction,
  { call, connection, verified, userId, provenIn }: NewIdentity,
): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select(['user_id', 'user_name', 'email', 'locale', 'organisation_id'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (owner?.organisation_id !== connection.organisation_id) throw new Refused('otherOrganisation', {}, userId);
  const kept = await tx.selectFrom('break_glass_accounts').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (kept) throw new Refused('breakGlass', {}, userId);
  const { connection_id: connectionId, name } = connection;
  const { issuer, subject, account } = verified;
  const made = { connectionId, connection: name, issuer, subject, account, owner, provenIn };
  const former = await link(tx, authorOf(connection, call.now), made);
  // The session in which it is replaced stays.
  if (former) await endSessionsBy(tx, { connectionId, userId, except: call.session?.sessionId });
  const userName = owner.user_name ?? owner.email;
  await appendAuditEvent(
    tx,
    { ...call.origin, actor: userName, onBehalfOf: null, organisationId: connection.organisation_id },
    {
      action: 'Connections.Link',
      target: userName,
      targetUserId: userId,
      organisationId: connection.organisation_id,
      details: { connection: connection.name, account: verified.account, ...(former && { former: former.account }) },
    },
  );
}

/** Whether the user has proven the account by something that no identity provider has. */
const isOwnProof = (methods: readonly string[]): boolean => methods.some((method) => method !== 'fed' && method !== 'mfa');

/** Links at the request of the user, in a session with a fresh proof of identity. @throws Refused */
export async function linkFromSession(rooms: SsoRooms, step: Step): Promise<Answered> {
  const { tx, call, attempt, connection, verified } = step;
  const { principal } = call;
  if (principal.kind !== 'session' || principal.session.sessionId !== attempt.session_id) throw new Refused('otherUser');
  const { userId, organisationId } = principal.person;
  if (principal.session.impersonation || organisationId !== connection.organisation_id) throw new Refused('otherUser');
  const found = await decide(tx, connection, verified, { findSent: rooms.findSent, now: call.now });
  const isOthers = (found.kind === 'logIn' || found.kind === 'join') && found.userId !== userId;
  if (isOthers || found.kind === 'logIn') throw new Refused('linkedElsewhere', {}, userId);
  const provenIn = isOwnProof(principal.session.methods) ? 'session' : null;
  await linkIdentity(tx, { call, connection, verified, userId, provenIn });
  const { connection_id: connectionId } = connection;
  await recordOutcome(tx, { connectionId, at: call.now, purpose: 'link', outcome: 'linked', userId });
  return { location: safeReturnUrl(attempt.return_url) ?? '/SecurityDetails', succeeded: true };
}

/**
 * After a login with password or passkey, in the browser that the provider has answered to, the account is linked.
 * @throws Refused
 */
export function ssoFinish(context: Context, attempts: SsoAttempts, rooms: Pick<SsoRooms, 'groups' | 'findSent'>) {
  const { db, config } = context;
  return async (call: SsoCall): Promise<Answered> => {
    const browser = attempts.browserOf(call.request);
    const waiting = browser === undefined ? undefined : await findProof(db, browser, call.now);
    if (!waiting?.verified) return { location: '/' };
    const { connection_id: connectionId, user_id: wanted, verified } = waiting;
    const { principal } = call;
    try {
      if (principal.kind !== 'session' || principal.session.impersonation) throw new Refused('notProven');
      const { userId } = principal.person;
      if (userId !== wanted) throw new Refused('otherUser', {}, userId);
      const { authenticatedAt, methods } = principal.session;
      const isOwn = methods.includes('pwd') || methods.includes('user');
      const ageMs = call.now.getTime() - authenticatedAt.getTime();
      if (!isOwn || ageMs > config.STEP_UP_MINUTES * MINUTE) throw new Refused('notProven', {}, userId);
      const linked = await transaction(db, async (tx) => {
        const connection = await takeAttempt(tx, waiting, call.now);
        if (connection.issuer !== verified.issuer) throw new Refused('issuer', {}, userId);
        // While the owner was away the account may have become an administrator's, or the domain another organisation's.
        const decision = await decide(tx, connection, verified, { findSent: rooms.findSent, now: call.now });
        if (decision.kind === 'refuse') throw new Refused(decision.problem, {}, userId);
        const isTheirs = decision.kind === 'askProof' || decision.kind === 'join';
        if (!isTheirs || decision.userId !== userId) throw new Refused('linkedElsewhere', {}, userId);
        const { groups } = verified;
        const enterGroups = await holdGroups(tx, rooms.groups, { connection, groups, origin: call.origin, now: call.now });
        await linkIdentity(tx, { call, connection, verified, userId, provenIn: 'login' });
        await recordUpstream(tx, principal.session.sessionId, connectionId, verified);
        await enterGroups(userId);
        await recordOutcome(tx, { connectionId, at: call.now, purpose: 'login', outcome: 'linked', userId });
        return { connection, location: safeReturnUrl(waiting.return_url) ?? '/' };
      });
      await giveBackLogIn(context, call, linked.connection);
      return { location: linked.location };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await recordRefusal(db, { origin: call.origin, connectionId, purpose: 'login' }, error);
      throw error;
    }
  };
}
