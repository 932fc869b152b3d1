/**
 * Challenges: random, valid for 5 minutes and for one response, right or wrong, of the browser that asked. The browser is
 * recognised by a cookie; the database holds SHA-256 of both.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addMs, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import type { PasskeyChallengesTable } from '../db/schema/passkeys.ts';
import type { CookieJar } from '../http/cookies.ts';
import { countForAddress, giveBackForAddress } from '../http/throttle.ts';
import { randomToken, sha256 } from '../session/tokens.ts';

export const CHALLENGE_MS = 5 * MINUTE;

/** `stepUp`: a proof of identity in a session. */
export type Purpose = PasskeyChallengesTable['purpose'];

interface Asking {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
}

export function challenges(context: Pick<Context, 'config' | 'db'>, cookies: CookieJar) {
  const { db } = context;
  return { issue, use, giveBack };

  /** @returns the challenge; sets the cookie. @throws TooManyRequests */
  async function issue(asking: Asking, purpose: Purpose, userId: string | null): Promise<string> {
    const { request, reply, now } = asking;
    await countForAddress(context, 'LIMIT_PASSKEY_CHALLENGES', asking);
    const challenge = randomToken();
    const browser = (await knownBrowser(db, cookies.get(request, 'passkey'), now)) ?? randomToken();
    await db
      .insertInto('passkey_challenges')
      .values({
        challenge_hash: sha256(challenge),
        browser_hash: sha256(browser),
        purpose,
        user_id: userId,
        expires_at: addMs(now, CHALLENGE_MS),
      })
      .execute();
    cookies.set(reply, 'passkey', browser, CHALLENGE_MS);
    return challenge;
  }

  /** Takes the count of a challenge back whose passkey was accepted. */
  function giveBack(call: Pick<Asking, 'request' | 'now'>): Promise<void> {
    return giveBackForAddress(context, 'LIMIT_PASSKEY_CHALLENGES', call);
  }

  /** Uses a challenge up. @returns false if it was used, has expired, or was given to another browser, user or purpose */
  async function use(
    { request, now }: Pick<Asking, 'request' | 'now'>,
    purpose: Purpose,
    challenge: string,
    userId?: string,
  ): Promise<boolean> {
    const used = await db
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', sha256(challenge))
      .returning(['browser_hash', 'purpose', 'user_id', 'expires_at'])
      .executeTakeFirst();
    if (used?.purpose !== purpose || used.expires_at <= now) return false;
    return used.browser_hash.equals(sha256(cookies.get(request, 'passkey') ?? '')) && isFor(used.user_id, purpose, userId);
  }
}

/** A challenge to log in may have been asked for with MFA outstanding; the passkey decides who logs in. */
const isFor = (issuedTo: string | null, purpose: Purpose, userId: string | undefined): boolean =>
  purpose === 'login' || (userId !== undefined && issuedTo === userId);

/** Several tabs ask at once, so the cookie stays while it has challenges open. One that is not ours is never adopted. */
async function knownBrowser(queries: Queries, token: string | undefined, now: Date): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const row = await queries
    .selectFrom('passkey_challenges')
    .select('browser_hash')
    .where('browser_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row && token;
}
