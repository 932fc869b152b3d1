/**
 * Finds where a login with an e-mail address begins, by its domain alone, so that the reply does not reveal who has an account.
 */
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/call.ts';
import { countDiscovery, domainOf } from '../../signIn/discoveries.ts';
import { startPath } from '../../session/providerRule.ts';

/** Chooses the oldest of an organisation's identity providers. */
export async function discover(context: Pick<Context, 'config' | 'db'>, call: CallOf<'Login.Discover'>) {
  const domain = domainOf(call.body.email);
  if (domain === undefined) return { address: null };
  const takeBack = await countDiscovery(context, call, domain);
  const row = await context.db
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
  if (row === undefined) return { address: null };
  await takeBack();
  return { address: startPath(row.connection_id) };
}
