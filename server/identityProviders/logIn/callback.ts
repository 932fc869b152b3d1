/**
 * Handles the response that a browser brings back from an identity provider: verifies it, then decides and acts in one transaction.
 */
import type { AttemptPurpose } from '../../../api/contract/identityProviders.states.ts';
import { safeReturnUrl } from '../../../api/contract/returnUrl.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import { sha256 } from '../../session/tokens.ts';
import { consumeAttempt, findAttempt, forgetAttempt, giveBackLogIn, type AttemptRow, type SsoAttempts } from './attempts.ts';
import { shownClaims, verifiedOf, type Verified } from '../openid/claims.ts';
import { decide } from './decision.ts';
import { linkFromSession } from './linking.ts';
import { logInWith } from './logIn.ts';
import { recordOutcome } from './outcomes.ts';
import type { Asked, SignedAnswer } from './protocol.ts';
import { recordRefusal, recordUnbegun } from './refusals.ts';
import { Refused } from './refused.ts';
import { findConnection, type ConnectionRow } from '../settings/repository.ts';
import { refusedAt, type Answered, type SsoCall, type SsoRooms } from '../dependencies.ts';
import { confirmIdentity } from './stepUp.ts';
import { takeAttempt, useOnce } from './consume.ts';

/** Two browsers of one new user may arrive at once: the second finds the account that the first has created. */
const MAX_TRIES = 2;
const LOST_RACES = new Set(['identities_subject', 'identities_account', 'users_email', 'users_external', 'scim_users_name']);

/** Whether the attempt belongs to a session that goes on: a step-up, a link or a dry run. */
const isOfSession = ({ principal }: SsoCall, { session_id: id }: AttemptRow): boolean =>
  principal.kind === 'session' && principal.session.sessionId === id;

/** @throws Refused */
function requireBrowser(attempts: SsoAttempts, { request }: SsoCall, { browser_hash: hash }: AttemptRow): void {
  const browser = attempts.browserOf(request);
  if (browser === undefined || !sha256(browser).equals(hash)) throw new Refused('browser');
}

/**
 * The address for a browser whose response was refused before its cookies were there. The reason is stored already, and the page
 * does not show it. @throws Refused
 */
export async function leaveRefused(
  { db }: Pick<Context, 'db'>,
  attempts: SsoAttempts,
  call: SsoCall,
  attempt: AttemptRow,
): Promise<Answered> {
  requireBrowser(attempts, call, attempt);
  await forgetAttempt(db, attempt);
  if (!isOfSession(call, attempt)) throw new Refused('otherUser');
  return { location: refusedAt(attempt.return_url) };
}

/** Reads the signed response, by the protocol of the connection. @throws Refused */
type Read = (connection: ConnectionRow, attempt: AttemptRow, asked: Asked) => Promise<SignedAnswer>;

export function ssoAnswer(context: Pick<Context, 'config' | 'db'>, rooms: SsoRooms, attempts: SsoAttempts) {
  const { db } = context;
  /** @throws Refused */
  return async (call: SsoCall, connectionId: string, state: string, read: Read): Promise<Answered> => {
    const attempt = await findAttempt(db, connectionId, state, call.now);
    if (!attempt) {
      const refused = new Refused('attempt');
      await recordUnbegun(db, { origin: call.origin, connectionId }, refused);
      throw refused;
    }
    const purpose = attempt.purpose as AttemptPurpose;
    try {
      requireBrowser(attempts, call, attempt);
      const connection = await findConnection(db, connectionId);
      if (!connection || (!connection.enabled && purpose !== 'test')) throw new Refused('disabledConnection');
      const asked = { ...attempts.boundTo(state), isStepUp: purpose === 'stepUp' };
      const answer = await read(connection, attempt, asked);
      const verified = verifiedOf(connection, answer.claims);
      const answered = await (purpose === 'test' ? dryRun : complete)(call, attempt, verified, answer);
      if (answered.succeeded) await giveBackLogIn(context, call, connection);
      return answered;
    } catch (error) {
      const refused = error instanceof Refused ? error : undefined;
      // An attempt cannot be tried twice. Another browser that has seen the address does not end it.
      if (refused?.problem !== 'browser') await forgetAttempt(db, attempt);
      const begunBy = purpose === 'test' ? attempt.user_id : null;
      await recordRefusal(db, { origin: call.origin, connectionId, purpose, begunBy }, error);
      if (refused && refused.problem !== 'browser' && isOfSession(call, attempt)) refused.backTo = refusedAt(attempt.return_url);
      throw error;
    }
  };

  async function complete(
    call: SsoCall,
    attempt: AttemptRow,
    verified: Verified,
    answer: SignedAnswer,
    tried = 1,
  ): Promise<Answered> {
    const known = await rooms.proven.applications();
    try {
      return await transaction(db, async (tx) => {
        const connection = await takeAttempt(tx, attempt, call.now);
        if (answer.id !== undefined) await useOnce(tx, connection.connection_id, answer.id, call.now);
        const step = { tx, call, attempt, connection, verified };
        if (attempt.purpose === 'stepUp') return confirmIdentity(rooms, step);
        return attempt.purpose === 'link' ? linkFromSession(rooms, step) : logInWith(rooms, step, known);
      });
    } catch (error) {
      const { constraint = '' } = error as { constraint?: string };
      if (tried < MAX_TRIES && LOST_RACES.has(constraint)) return complete(call, attempt, verified, answer, tried + 1);
      throw error;
    }
  }

  async function dryRun(call: SsoCall, attempt: AttemptRow, verified: Verified, answer: SignedAnswer): Promise<Answered> {
    await transaction(db, async (tx) => {
      if (!(await consumeAttempt(tx, attempt, call.now))) throw new Refused('replay');
      const connection = await findConnection(tx, attempt.connection_id);
      if (!connection) throw new Refused('disabledConnection');
      if (answer.id !== undefined) await useOnce(tx, connection.connection_id, answer.id, call.now);
      const decision = await decide(tx, connection, verified, { findSent: rooms.findSent, now: call.now });
      const { connection_id: connectionId, organisation_id: organisationId } = connection;
      const userId = 'userId' in decision ? decision.userId : undefined;
      const groups =
        decision.kind === 'refuse'
          ? null
          : await rooms.groups.preview(tx, { connectionId, organisationId }, verified.groups, userId);
      await recordOutcome(tx, {
        connectionId,
        at: call.now,
        purpose: 'test',
        outcome: 'tested',
        begunBy: attempt.user_id,
        problem: decision.kind === 'refuse' ? decision.problem : undefined,
        userId,
        detail: shownClaims(answer.claims),
        decision: decision.kind,
        groups,
      });
    });
    return { location: safeReturnUrl(attempt.return_url) ?? '/', succeeded: true };
  }
}
