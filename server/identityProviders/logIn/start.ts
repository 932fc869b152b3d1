/** Sends a browser to an identity provider. */
import type { Context } from '../../context.ts';
import { countForAddress } from '../../http/throttle.ts';
import { sha256 } from '../../session/tokens.ts';
import { findAttempt, type SsoAttempts } from './attempts.ts';
import type { Protocols } from './protocol.ts';
import { recordRefusal } from './refusals.ts';
import { Refused } from './refused.ts';
import { findConnection } from '../settings/repository.ts';
import { refusedAt, type SsoCall } from '../dependencies.ts';

const MAX_HINT_LENGTH = 320;
const MAX_RETURN_URL_LENGTH = 2000;

export type StartQuery = Readonly<Partial<Record<'ReturnUrl' | 'login_hint' | 'purpose' | 'state', unknown>>>;

const text = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;

export function ssoStart(context: Pick<Context, 'db' | 'config'>, protocols: Protocols, attempts: SsoAttempts) {
  const { db } = context;

  /** @returns the address at the provider. @throws Refused, TooManyRequests */
  return async (call: SsoCall, connectionId: string, query: StartQuery): Promise<string> => {
    await countForAddress(context, 'LIMIT_SSO_STARTS_PER_ADDRESS', call);
    const attempt = await attemptOf(call, connectionId, text(query.state, 100));
    const wanted = query.purpose === 'stepUp' ? 'stepUp' : 'login';
    const purpose = attempt?.purpose ?? wanted;
    const connection = await findConnection(db, connectionId);
    if (!connection) throw new Refused('disabledConnection');
    try {
      if (!connection.enabled && purpose !== 'test') throw new Refused('disabledConnection');
      const state = attempt?.state ?? (await begin(call, connectionId, wanted, query));
      return await protocols[connection.kind].authorizationUrl(connection, {
        ...attempts.boundTo(state),
        isStepUp: purpose === 'stepUp',
        loginHint: text(query.login_hint, MAX_HINT_LENGTH),
      });
    } catch (error) {
      await recordRefusal(db, { origin: call.origin, connectionId, purpose }, error);
      if (error instanceof Refused && purpose !== 'login' && call.principal.kind === 'session')
        error.backTo = refusedAt(attempt?.returnUrl ?? query.ReturnUrl);
      throw error;
    }
  };

  async function begin(call: SsoCall, connectionId: string, purpose: 'login' | 'stepUp', query: StartQuery): Promise<string> {
    const { principal } = call;
    const session = principal.kind === 'session' ? principal : undefined;
    if (purpose === 'stepUp' && (!session || session.session.impersonation)) throw new Refused('otherUser');
    return attempts.begin(db, {
      connectionId,
      purpose,
      browser: attempts.ensureBrowser(call.request, call.reply),
      ...(purpose === 'stepUp' && { userId: session?.person.userId, sessionId: session?.session.sessionId }),
      returnUrl: text(query.ReturnUrl, MAX_RETURN_URL_LENGTH),
      now: call.now,
    });
  }

  /** The attempt of a link or a dry run that a call has started in this browser. */
  async function attemptOf(
    call: SsoCall,
    connectionId: string,
    state: string | undefined,
  ): Promise<{ readonly state: string; readonly purpose: 'link' | 'test'; readonly returnUrl: string | null } | undefined> {
    if (state === undefined) return undefined;
    const attempt = await findAttempt(db, connectionId, state, call.now);
    const browser = attempts.browserOf(call.request);
    if (!attempt || browser === undefined || !sha256(browser).equals(attempt.browser_hash)) throw new Refused('attempt');
    const { purpose } = attempt;
    if (purpose !== 'link' && purpose !== 'test') throw new Refused('attempt');
    return { state, purpose, returnUrl: attempt.return_url };
  }
}
