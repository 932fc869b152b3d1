/** A user's own MFA: on, off, new recovery codes. Turning it on or off ends other sessions and remembered browsers. */
import type { ReplyOf } from '../../api/contract/index.ts';
import { addMs, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { authenticatorContext } from '../encryption/storedSecrets.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import { endSessionsOf } from '../accounts/sessions.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { forgetBrowsers } from './browsers.ts';
import { turnOff, turnOn } from '../accounts/credentials.ts';
import { renewCodes } from '../accounts/recoveryCodes.ts';
import { findCandidate, storeCandidate, lockState, type MfaState } from './repository.ts';
import type { codeLogin } from './login.ts';
import { otherStepOf } from './clock.ts';
import { authenticatorUri, newSecret, stepOf } from './proof.ts';

/**
 * How long a page that was closed during enrolment finds its key again. The time is short: a key that somebody saw before must not
 * become the user's.
 */
const RESUME_MS = 10 * MINUTE;

interface Enabled {
  reply: ReplyOf<'Mfa.Enable'>;
  opened: OpenedSession;
}

export function selfMfa(
  { config, db, keyring }: Context,
  sessions: SessionManager,
  {
    finishEnrolment,
    hasPasskeys,
  }: Pick<ReturnType<typeof codeLogin>, 'finishEnrolment'> & {
    hasPasskeys: (tx: Transaction, userId: string) => Promise<boolean>;
  },
) {
  /** Locks the state. With MFA on, or a passkey, a pending session must not enrol: it would replace the factor it has to prove. */
  async function lockEnrolling(tx: Transaction, call: CallOf<'Mfa.BeginEnable' | 'Mfa.Enable'>): Promise<MfaState> {
    const state = await lockState(tx, call.person.userId, call.now);
    if (!state) throw problem('SessionRequired');
    const hasFactor =
      state.mfa_enrolled_at !== null || (call.principal.kind === 'pending' && (await hasPasskeys(tx, state.user_id)));
    if (hasFactor) throw problem('MfaAlreadyOn');
    return state;
  }

  return {
    async begin(call: CallOf<'Mfa.BeginEnable'>): Promise<ReplyOf<'Mfa.BeginEnable'>> {
      const context = authenticatorContext(call.person.userId);
      const { sessionId } = sessionOf(call);
      const secret = await transaction(db, async (tx) => {
        await lockEnrolling(tx, call);
        const shown = call.query.resume ? await findCandidate(tx, sessionId, addMs(call.now, -RESUME_MS)) : null;
        if (shown !== null) return keyring.decrypt(tx, context, shown);
        const fresh = newSecret();
        await storeCandidate(tx, sessionId, keyring.encrypt(context, fresh), call.now);
        return fresh;
      });
      return { sharedKey: secret, authenticatorUri: authenticatorUri(secret, config.PRODUCT_NAME, call.person.userName) };
    },

    /** Wrong codes are not counted here: the caller was shown the key. */
    async enable(call: CallOf<'Mfa.Enable'>): Promise<Enabled> {
      const { mfaCandidate } = sessionOf(call);
      return transaction(db, async (tx) => {
        const state = await lockEnrolling(tx, call);
        const context = authenticatorContext(state.user_id);
        const secret = mfaCandidate === null ? null : await keyring.decrypt(tx, context, mfaCandidate);
        const step = secret === null ? null : stepOf(secret, call.body.code, call.now);
        if (secret === null || step === null) {
          const isOfOtherTime = secret !== null && otherStepOf(secret, call.body.code, call.now) !== null;
          const reason = isOfOtherTime ? 'CodeOfOtherTime' : 'InvalidCode';
          throw problem(reason, { fields: { code: { problem: reason } } });
        }
        const recoveryCodes = await turnOn(tx, state, { secret: keyring.encrypt(context, secret), step }, call.now);
        if (!recoveryCodes) throw problem('MfaAlreadyOn');
        const { opened, redirectUrl } = await renewSession(tx, call);
        await forgetBrowsers(tx, state.user_id);
        return { opened, reply: { recoveryCodes, ...(redirectUrl === undefined ? {} : { redirectUrl }) } };
      });
    },

    async disable(call: CallOf<'Mfa.Disable'>): Promise<void> {
      await transaction(db, async (tx) => {
        const state = await lockState(tx, call.person.userId, call.now);
        if (!state?.mfa_enrolled_at) return;
        if (mfaRequiredBy(config, state) !== null) throw problem('MfaRequired');
        await turnOff(tx, state, call.now);
        await endSessionsOf(tx, state.user_id, sessionOf(call).sessionId);
        await appendAuditEvent(tx, call.origin, eventOf(call, state));
      });
    },

    async renewCodes(call: CallOf<'Mfa.Recovery'>): Promise<string[]> {
      return transaction(db, async (tx) => {
        const state = await lockState(tx, call.person.userId, call.now);
        if (!state?.mfa_enrolled_at) throw problem('MfaNotOn');
        const codes = await renewCodes(tx, state, call.now);
        await appendAuditEvent(tx, call.origin, eventOf(call, state));
        return codes;
      });
    },

    async forgetBrowsers(call: CallOf<'Mfa.ForgetBrowsers'>): Promise<void> {
      await transaction(db, async (tx) => {
        const state = await lockState(tx, call.person.userId, call.now);
        const forgotten = await forgetBrowsers(tx, call.person.userId);
        if (state && forgotten > 0) await appendAuditEvent(tx, call.origin, { ...eventOf(call, state), details: { forgotten } });
      });
    },
  };

  /** Issues a new token after the new proof: a pending session becomes a full one, a full session keeps its end. */
  async function renewSession(
    tx: Transaction,
    call: CallOf<'Mfa.Enable'>,
  ): Promise<{ opened: OpenedSession; redirectUrl?: string }> {
    if (call.principal.kind === 'pending') return finishEnrolment(tx, call, { methods: ['otp', 'mfa'] });
    const { userId, userName } = call.person;
    await appendAuditEvent(tx, call.origin, { action: call.name, target: userName, targetUserId: userId });
    const renewed = await sessions.renew(tx, sessionOf(call), call.now, { proven: 'secondFactor', formerToken: 'revoke' });
    if (!renewed) throw problem('SessionRequired');
    await endSessionsOf(tx, userId, renewed.sessionId);
    return { opened: renewed };
  }
}

const eventOf = (call: { name: string }, state: MfaState) => ({
  action: call.name,
  target: state.user_name ?? state.email,
  targetUserId: state.user_id,
  organisationId: state.organisation_id,
});
