/**
 * Proof of identity: by a mailed link, for a grant to set a new password; or within a session, for step-up. Link, expiry and
 * second factor are checked at use, in the same transaction.
 */
import type { PasskeyAssertion } from '../../api/contract/webauthn.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { createGrant } from '../session/grants.ts';
import { isLinkValid } from '../session/links.ts';
import { appendAuditEvent, type AuditEvent } from '../audit/append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import { problem, type Problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { countForAddress, giveBackForAddress } from '../http/throttle.ts';
import { hasMfa, lockOwner } from './repository.ts';

/** How long a verified link allows setting a new password. */
export const GRANT_MS = 10 * MINUTE;

type ConfirmCall = CallOf<'Login.ConfirmIdentity'>;

/**
 * Proofs that the login and MFA modules provide. Both count an attempt before it is checked; in a session the session counts it.
 */
export interface Proofs {
  /** Whether it is the user's password. @throws TooManyRequests after too many wrong ones */
  password: (prover: { userId: string; sessionId: string }, password: string) => Promise<boolean>;
  /**
   * Uses up an authenticator or recovery code and runs `then` in the same transaction; undefined for a wrong code. The owner gets a mail
   * about a recovery code.
   * @throws TooManyRequests after too many wrong ones
   */
  mfa: <T>(
    prover: { userId: string; sessionId?: string },
    code: string,
    now: Date,
    then: (tx: Transaction) => Promise<T>,
  ) => Promise<T | undefined>;
  /** Why a code was refused in a session of its user. */
  whyMfaRefused: (userId: string, code: string, now: Date) => Promise<'InvalidCode' | 'CodeOfOtherTime'>;
  /**
   * Runs `then` in the transaction that records the use of one of the user's passkeys; undefined for one that is refused, or whose
   * password manager has changed it.
   * @throws TooManyRequests after too many refused ones
   */
  passkey: <T>(
    call: ConfirmCall,
    prover: { userId: string; sessionId: string },
    response: PasskeyAssertion,
    then: (tx: Transaction) => Promise<T>,
  ) => Promise<T | 'PasskeyChanged' | undefined>;
}

export function identity(context: Context, sessions: SessionManager, proofs: Proofs) {
  const { db } = context;

  /**
   * The link stays usable until a password is set, because mail scanners open links.
   * @returns the grant's token
   */
  async function byLink(call: ConfirmCall, userId: string, token: string, code: string | undefined): Promise<string> {
    const { now } = call;
    await countForAddress(context, 'LIMIT_RECOVERY_PER_ADDRESS', call);
    const link = { purpose: 'recovery', userId, token } as const;
    if (!(await isLinkValid(db, link, now))) throw problem('LinkGone');
    const requiresMfa = await hasMfa(db, userId);
    if (requiresMfa && code === undefined) throw mfaCodeRequired();
    const openGrant = async (tx: Transaction) => {
      const owner = await lockOwner(tx, userId);
      if (!owner || !(await isLinkValid(tx, link, now))) throw problem('LinkGone');
      if (!requiresMfa && owner.mfa_enrolled_at) throw problem('MfaCodeRequired');
      await appendAuditEvent(
        tx,
        asOwner(call, owner.user_name),
        eventOf(owner.user_id, owner.user_name, owner.organisation_id, { by: 'link' }),
      );
      return createGrant(tx, { purpose: 'recovery', userId, link: token, lifetimeMs: GRANT_MS, now });
    };
    const grant = await (!requiresMfa || code === undefined
      ? transaction(db, openGrant)
      : proofs.mfa({ userId }, code, now, openGrant));
    if (grant === undefined) throw await refused(call, userId, 'InvalidCode', 'mfaCode');
    await giveBackForAddress(context, 'LIMIT_RECOVERY_PER_ADDRESS', call);
    return grant;
  }

  /**
   * Step-up by the second factor if the user has one: a password that was read over a shoulder must not be enough.
   * @returns the session under its new token
   * @throws MfaCodeRequired for a password alone; ProviderRequired where the organisation requires its identity provider
   */
  async function inSession(
    call: ConfirmCall,
    given: { password: string } | { mfaCode: string } | { passkey: PasskeyAssertion },
  ): Promise<OpenedSession | undefined> {
    const { principal, now } = call;
    if (principal.kind !== 'session') throw problem('SessionRequired');
    // While impersonating, an administrator could guess the user's password here.
    if (principal.session.impersonation) throw problem('Impersonating');
    const { userId, userName, organisationId } = principal.person;
    const prover = { userId, sessionId: principal.session.sessionId };
    const proven = 'password' in given ? 'password' : 'secondFactor';
    const renew = async (tx: Transaction) => {
      const by = 'password' in given ? 'password' : 'passkey' in given ? 'passkey' : 'code';
      await appendAuditEvent(tx, call.origin, eventOf(userId, userName, organisationId, { by }));
      return { opened: await sessions.renew(tx, principal.session, now, { proven, formerToken: 'gracePeriod' }) };
    };
    if ('mfaCode' in given) {
      const renewed = (await hasMfa(db, userId)) && (await proofs.mfa(prover, given.mfaCode, now, renew));
      if (!renewed) throw await refused(call, userId, await proofs.whyMfaRefused(userId, given.mfaCode, now), 'mfaCode');
      return renewed.opened;
    }
    if ('passkey' in given) {
      const renewed = await proofs.passkey(call, prover, given.passkey, renew);
      if (!renewed || renewed === 'PasskeyChanged') throw await refused(call, userId, renewed ?? 'PasskeyRefused', 'passkey');
      return renewed.opened;
    }
    if (principal.session.needsProvider) throw await refused(call, userId, 'ProviderRequired', 'password');
    if (principal.session.hasSecondFactor) throw mfaCodeRequired();
    if (!(await proofs.password(prover, given.password))) throw await refused(call, userId, 'InvalidCredentials', 'password');
    return (await transaction(db, renew)).opened;
  }

  async function refused(
    call: ConfirmCall,
    userId: string,
    code: 'InvalidCode' | 'CodeOfOtherTime' | 'InvalidCredentials' | 'PasskeyRefused' | 'PasskeyChanged' | 'ProviderRequired',
    field: 'mfaCode' | 'password' | 'passkey',
  ): Promise<Problem> {
    const owner = await db
      .selectFrom('users')
      .select(['user_name', 'organisation_id'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    await appendAuditEvent(db, call.origin, {
      ...eventOf(userId, owner?.user_name ?? null, owner?.organisation_id ?? null, { reason: code }),
      outcome: 'failure',
    });
    return problem(code, { fields: { [field]: { problem: code === 'InvalidCredentials' ? 'CurrentPasswordWrong' : code } } });
  }

  return { byLink, inSession };
}

const mfaCodeRequired = () => problem('MfaCodeRequired', { fields: { mfaCode: { problem: 'MfaCodeRequired' } } });

const eventOf = (
  targetUserId: string,
  target: string | null,
  organisationId: string | null,
  details: Record<string, unknown>,
): AuditEvent => ({ action: 'Login.ConfirmIdentity', target, targetUserId, organisationId, details });

/** The origin of a link's holder, who acts as its owner. */
const asOwner = (call: ConfirmCall, userName: string) => ({ ...call.origin, actor: userName, onBehalfOf: null });
