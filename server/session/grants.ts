/** Grants: short-lived cookies issued for a verified mailed link. The cookie holds the token, the database its SHA-256. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Queries } from '../db/database.ts';
import type { GrantsTable } from '../db/schema/signIn.ts';

type Purpose = GrantsTable['purpose'];

interface NewGrant {
  purpose: Purpose;
  userId: string;
  /** Token of the link that the grant was issued for: the grant ends with the link, and can use it up. */
  link?: string;
  lifetimeMs: number;
  now: Date;
}

export async function createGrant(queries: Queries, { purpose, userId, link, lifetimeMs, now }: NewGrant): Promise<string> {
  const token = randomToken();
  await queries
    .insertInto('grants')
    .values({
      token_hash: sha256(token),
      purpose,
      user_id: userId,
      link_hash: link === undefined ? null : sha256(link),
      created_at: now,
      expires_at: addMs(now, lifetimeMs),
    })
    .execute();
  return token;
}

/** @returns the user id, if the grant is valid for this purpose */
export async function findGrant(
  queries: Queries,
  purpose: Purpose,
  token: string | undefined,
  now: Date,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const row = await queries
    .selectFrom('grants as g')
    .leftJoin('links as l', 'l.token_hash', 'g.link_hash')
    .select('g.user_id')
    .where('g.token_hash', '=', sha256(token))
    .where('g.purpose', '=', purpose)
    .where('g.expires_at', '>', now)
    .where('l.used_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Uses up a recovery grant together with its link; with several grants of one link, only one succeeds. Checks the expiry of the
 * grant, not of the link: a user who opened the link in time may take as long as the grant lasts.
 * @returns the user id
 */
export async function consumeRecoveryGrant(queries: Queries, token: string, now: Date): Promise<string | undefined> {
  const row = await queries
    .updateTable('links as l')
    .set({ used_at: now })
    .from('grants as g')
    .whereRef('l.token_hash', '=', 'g.link_hash')
    .where('g.token_hash', '=', sha256(token))
    .where('g.purpose', '=', 'recovery')
    .where('g.expires_at', '>', now)
    .where('l.used_at', 'is', null)
    .returning('g.user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function endGrants(queries: Queries, userId: string, purpose: Purpose): Promise<void> {
  await queries.deleteFrom('grants').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}
