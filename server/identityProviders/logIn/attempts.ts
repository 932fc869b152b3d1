/** Logins on their way to an identity provider and back: each is valid once, for one connection and one browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import type { AttemptPurpose } from '../../../api/contract/identityProviders.states.ts';
import { addMs, HOUR, MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { SsoAttemptsTable } from '../../db/schema/federatedLogins.ts';
import type { CookieJar } from '../../http/cookies.ts';
import { giveBackForAddress } from '../../http/throttle.ts';
import { randomToken, sha256 } from '../../session/tokens.ts';
import type { Bound, Verified } from '../openid/claims.ts';
import type { SignedAnswer } from './protocol.ts';
import type { ConnectionRow } from '../settings/repository.ts';

/** Time to log in at the provider, with whatever that takes. */
const ATTEMPT_MS = 15 * MINUTE;
/** Time to log in here, to prove the account. */
const PROOF_MS = 15 * MINUTE;
/** Time from the response until the browser comes for it. */
const ANSWER_MS = 2 * MINUTE;
const BROWSER_MS = HOUR;
/** The limit of waiting logins is checked each time that this share of it has begun in this process. */
const CHECKED_SHARE = 0.01;

export type AttemptRow = Selectable<SsoAttemptsTable>;

export interface NewAttempt {
  readonly connectionId: string;
  readonly purpose: AttemptPurpose;
  readonly browser: string;
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly now: Date;
}

export function ssoAttempts({ secret, config }: Pick<Context, 'secret' | 'config'>, cookies: CookieJar) {
  const limit = config.LIMIT_WAITING_PROVIDER_LOGINS;
  let begun = 0;
  const sign = (value: string) => secret.sign('sso browser', value);

  /** The browser's token; undefined if it has none of ours. */
  function browserOf(request: FastifyRequest): string | undefined {
    const [token = '', signature = ''] = (cookies.get(request, 'sso') ?? '').split('.');
    return token !== '' && secret.verify('sso browser', token, signature) ? token : undefined;
  }

  return {
    browserOf,

    /** Returns one token for all logins of a browser, so that a second tab does not break the first. */
    ensureBrowser(request: FastifyRequest, reply: FastifyReply): string {
      const token = browserOf(request) ?? randomToken();
      cookies.set(reply, 'sso', `${token}.${sign(token)}`, BROWSER_MS);
      return token;
    },

    boundTo: (state: string): Bound => ({
      state,
      nonce: secret.sign('sso nonce', state),
      verifier: secret.sign('sso verifier', state),
    }),

    /** @returns `state` */
    async begin(queries: Queries, attempt: NewAttempt): Promise<string> {
      const state = randomToken();
      await queries
        .insertInto('sso_attempts')
        .values({
          state_hash: sha256(state),
          connection_id: attempt.connectionId,
          browser_hash: sha256(attempt.browser),
          purpose: attempt.purpose,
          user_id: attempt.userId ?? null,
          session_id: attempt.sessionId ?? null,
          return_url: attempt.returnUrl ?? null,
          created_at: attempt.now,
          expires_at: addMs(attempt.now, ATTEMPT_MS),
        })
        .execute();
      begun += 1;
      if (begun % Math.ceil(limit * CHECKED_SHARE) === 0) await dropOldest(queries, limit);
      return state;
    },
  };
}

/** Bounds what callers who are not logged in store, from whatever number of addresses. */
const dropOldest = (queries: Queries, limit: number) =>
  sql`DELETE FROM sso_attempts WHERE state_hash IN (
    SELECT state_hash FROM sso_attempts WHERE session_id IS NULL AND purpose = 'login' ORDER BY expires_at DESC OFFSET ${limit})`.execute(
    queries,
  );

export type SsoAttempts = ReturnType<typeof ssoAttempts>;

export const findAttempt = (queries: Queries, connectionId: string, state: string, now: Date) =>
  queries
    .selectFrom('sso_attempts')
    .selectAll()
    .where('state_hash', '=', sha256(state))
    .where('connection_id', '=', connectionId)
    .where('purpose', '!=', 'prove')
    .where('expires_at', '>', now)
    .executeTakeFirst();

/**
 * Keeps a response that arrived without the browser's cookies until the browser comes for it, for a short time; the first response
 * counts.
 */
export const keepAnswer = (
  queries: Queries,
  { state_hash: hash }: AttemptRow,
  answer: SignedAnswer | { refused: true },
  now: Date,
) =>
  queries
    .updateTable('sso_attempts')
    .set({ answer: JSON.stringify(answer), expires_at: addMs(now, ANSWER_MS) })
    .where('state_hash', '=', hash)
    .where('answer', 'is', null)
    .execute();

export const forgetAttempt = (queries: Queries, { state_hash: hash }: AttemptRow) =>
  queries.deleteFrom('sso_attempts').where('state_hash', '=', hash).execute();

/** A login that has succeeded counts for its address no more. A response of SAML was counted too, when it arrived. */
export async function giveBackLogIn(
  context: Pick<Context, 'config' | 'db'>,
  call: { readonly request: FastifyRequest; readonly now: Date },
  { kind }: Pick<ConnectionRow, 'kind'>,
): Promise<void> {
  await giveBackForAddress(context, 'LIMIT_SSO_STARTS_PER_ADDRESS', call);
  if (kind === 'saml') await giveBackForAddress(context, 'LIMIT_SSO_RESPONSES_PER_ADDRESS', call);
}

/** The login whose response has arrived; undefined if there is none. */
export const findAnswered = (queries: Queries, state: string, now: Date) =>
  queries
    .selectFrom('sso_attempts')
    .selectAll()
    .where('state_hash', '=', sha256(state))
    .where('answer', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Deletes the attempt; of concurrent responses, in any number of processes, one gets it. */
export const consumeAttempt = (tx: Transaction, { state_hash: hash }: Pick<AttemptRow, 'state_hash'>, now: Date) =>
  tx.deleteFrom('sso_attempts').where('state_hash', '=', hash).where('expires_at', '>', now).returningAll().executeTakeFirst();

/** Waits for the owner of the account to prove it, in the same browser, after the provider has named the account. */
export async function awaitProof(
  tx: Transaction,
  attempt: AttemptRow,
  userId: string,
  { issuer, subject, loggedOutAs, sid, account, email, groups }: Verified,
  now: Date,
): Promise<void> {
  await tx.deleteFrom('sso_attempts').where('purpose', '=', 'prove').where('browser_hash', '=', attempt.browser_hash).execute();
  await tx
    .insertInto('sso_attempts')
    .values({
      state_hash: sha256(randomToken()),
      connection_id: attempt.connection_id,
      browser_hash: attempt.browser_hash,
      purpose: 'prove',
      user_id: userId,
      session_id: null,
      verified: JSON.stringify({ issuer, subject, loggedOutAs, sid, account, email, groups }),
      return_url: attempt.return_url,
      created_at: now,
      expires_at: addMs(now, PROOF_MS),
    })
    .execute();
}

export const findProof = (queries: Queries, browser: string, now: Date) =>
  queries
    .selectFrom('sso_attempts')
    .selectAll()
    .where('purpose', '=', 'prove')
    .where('browser_hash', '=', sha256(browser))
    .where('expires_at', '>', now)
    .executeTakeFirst();
