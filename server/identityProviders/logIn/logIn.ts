/** Completes a login with an identity provider: for a known user, for one who has to prove the account, or for a new one. */
import type { AttemptOutcome } from '../../../api/contract/identityProviders.states.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { recordLinkUse } from '../../accounts/identities.ts';
import type { Outcome } from '../../../api/contract/login.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { awaitProof } from './attempts.ts';
import { decide, type Decision } from './decision.ts';
import { holdGroups } from './membership.ts';
import { isSecondFactorOf } from './administrators.ts';
import { FINISH_PATH, linkIdentity } from './linking.ts';
import { recordUpstream } from '../required/passwordSessions.ts';
import { recordOutcome } from './outcomes.ts';
import { authorOf } from '../settings/repository.ts';
import { Refused } from './refused.ts';
import { REFUSED_AT, type Answered, type KnownApplications, type SsoRooms, type Step } from '../dependencies.ts';

/** The page on which the owner of an account proves it, and comes back to finish. */
const PROVE_AT = `/Login?${new URLSearchParams({ ReturnUrl: FINISH_PATH }).toString()}`;

/** @throws Refused */
export async function logInWith(rooms: SsoRooms, step: Step, known: KnownApplications): Promise<Answered> {
  const { tx, call, attempt, connection, verified } = step;
  const { connection_id: connectionId } = connection;
  const note = (outcome: AttemptOutcome, userId: string, problem?: ConnectionProblem) =>
    recordOutcome(tx, { connectionId, at: call.now, purpose: 'login', outcome, userId, problem });
  const decision = await decide(tx, connection, verified, { findSent: rooms.findSent, now: call.now });
  if (decision.kind === 'refuse') throw new Refused(decision.problem, {}, decision.userId);
  if (decision.kind === 'askProof') {
    await awaitProof(tx, attempt, decision.userId, verified, call.now);
    await note('asksProof', decision.userId);
    return { location: PROVE_AT };
  }
  const { groups } = verified;
  const enterGroups = await holdGroups(tx, rooms.groups, { connection, groups, origin: call.origin, now: call.now });
  const userId = await userOf(rooms, step, decision);
  await enterGroups(userId);
  if (decision.kind !== 'logIn') await note(decision.kind === 'create' ? 'created' : 'joined', userId);
  const methods = (await isSecondFactorOf(tx, step, userId)) ? ['fed', 'mfa'] : ['fed'];
  const result = await rooms.proven.within(
    tx,
    { ...call, body: { returnUrl: attempt.return_url ?? undefined } },
    { userId, methods, details: { connection: connection.name }, known },
    () => recordUse(step, userId),
  );
  if (!result) throw new Refused('otherUser', {}, userId);
  const { opened, outcome } = result;
  if (!opened) {
    // The refusal is in the audit, which must not be rolled back.
    await note('refused', userId, refusals[outcome.reason ?? 'Disabled'] ?? 'server');
    return { location: REFUSED_AT };
  }
  await recordUpstream(tx, opened.sessionId, connectionId, verified);
  await note(outcome.outcome === 'SignedIn' ? 'loggedIn' : 'secondFactor', userId);
  return {
    location: outcome.redirectUrl ?? '/',
    succeeded: true,
    commit: () => {
      rooms.proven.setCookies({ ...call, body: {} }, result);
    },
  };
}

const refusals: Partial<Record<NonNullable<Outcome['reason']>, ConnectionProblem>> = {
  Locked: 'locked',
  NotApproved: 'notApproved',
  Disabled: 'disabled',
};

type Entering = Extract<Decision, { kind: 'logIn' | 'join' | 'create' }>;

async function userOf(rooms: SsoRooms, { tx, call, connection, verified }: Step, decision: Entering): Promise<string> {
  if (decision.kind === 'logIn') return decision.userId;
  if (decision.kind === 'join') {
    await linkIdentity(tx, { call, connection, verified, userId: decision.userId, provenIn: null });
    return decision.userId;
  }
  const { organisation_id: organisationId } = connection;
  const { givenName, familyName, name } = verified;
  const externalId = connection.matches_directory ? verified.subject : null;
  const origin = { ...call.origin, actor: null, onBehalfOf: null, organisationId };
  const first = {
    author: authorOf(connection, call.now),
    externalId,
    givenName,
    familyName,
    name,
    email: decision.email,
    organisationId,
    now: call.now,
  };
  const { userId, userName } = await rooms.createAtFirstLogin(tx, first);
  await appendAuditEvent(tx, origin, {
    action: 'Connections.CreateUser',
    target: userName,
    targetUserId: userId,
    organisationId,
    details: { email: decision.email, connection: connection.name },
  });
  await linkIdentity(tx, { call, connection, verified, userId, provenIn: null });
  return userId;
}

const recordUse = ({ tx, call, connection }: Step, userId: string): Promise<boolean> =>
  recordLinkUse(tx, { connectionId: connection.connection_id, userId }, call.now);
