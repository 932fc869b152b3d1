/**
 * Finds where a log-in with an e-mail address begins, by its domain alone, so that the reply does not reveal who has an account.
 */
import type { Context } from '../../context.ts';
import { MINUTE } from '../../clock.ts';
import { nameKey } from '../../db/names.ts';
import type { CallOf } from '../../http/call.ts';
import { addressBlock, throttle } from '../../http/throttle.ts';
import { startPath } from '../../session/providerRule.ts';

const MAX_DISCOVERIES = 60;
const WINDOW_MS = 15 * MINUTE;

/** Chooses the oldest of an organisation's identity providers. */
export async function discover({ db }: Pick<Context, 'db'>, { body, request, now }: CallOf<'Login.Discover'>) {
  const bucket = `discover:${addressBlock(request.ip)}`;
  await throttle(db, { bucket, limit: MAX_DISCOVERIES, windowMs: WINDOW_MS }, now);
  const domain = nameKey(body.email).split('@')[1];
  if (domain === undefined) return { address: null };
  const row = await db
    .selectFrom('domains as d')
    .innerJoin('organisations as o', 'o.organisation_id', 'd.organisation_id')
    .innerJoin('connections as c', 'c.organisation_id', 'd.organisation_id')
    .select('c.connection_id')
    .where('d.name', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('o.approved', '=', true)
    .where('c.enabled', '=', true)
    .orderBy('c.created_at')
    .executeTakeFirst();
  return { address: row === undefined ? null : startPath(row.connection_id) };
}
