/** Grants: short-lived cookies earned by proving a mailed link. The cookie holds the token, the store its SHA-256. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from '../tokens.ts';
import type { Queries } from './database.ts';
import type { GrantsTable } from './schema.ts';

type Purpose = GrantsTable['purpose'];

export async function createGrant(
  queries: Queries,
  purpose: Purpose,
  userId: string,
  lifetimeMs: number,
  now: Date,
): Promise<string> {
  const token = randomToken();
  await queries
    .insertInto('grants')
    .values({ token_hash: sha256(token), purpose, user_id: userId, created_at: now, expires_at: addMs(now, lifetimeMs) })
    .execute();
  return token;
}

/** Whose grant it is, if it holds for this purpose now. */
export async function findGrant(
  queries: Queries,
  purpose: Purpose,
  token: string | undefined,
  now: Date,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const row = await queries
    .selectFrom('grants')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
}

/** Spends a grant: of several who bring it at once, one gets whose it was. Expiry is checked here, at use. */
export async function spendGrant(queries: Queries, purpose: Purpose, token: string, now: Date): Promise<string | undefined> {
  const row = await queries
    .deleteFrom('grants')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function endGrants(queries: Queries, userId: string, purpose: Purpose): Promise<void> {
  await queries.deleteFrom('grants').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}
