/** Domains that an administrator has to look at, for the overview. */
import type { Overview } from '../../../api/contract/overview.ts';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';

/** An administrator of one organisation sees its own domains only. */
export async function findDomainsInTrouble(queries: Queries, actor: Person): Promise<Overview['domains']> {
  const rows = await queries
    .selectFrom('domains as d')
    .innerJoin('organisations as o', 'o.organisation_id', 'd.organisation_id')
    .select(['o.organisation_id', 'o.name as organisation', 'd.name', 'd.frozen_at', 'd.contested_at'])
    .where((where) => where.or([where('d.frozen_at', 'is not', null), where('d.contested_at', 'is not', null)]))
    .$if(!isSystemAdmin(actor), (query) => query.where('d.organisation_id', '=', actor.organisationId))
    .orderBy('o.name')
    .orderBy('d.name')
    .execute();
  return rows.flatMap((row) => {
    const since = row.contested_at ?? row.frozen_at;
    if (since === null) return [];
    return [
      {
        publicId: row.organisation_id,
        organisationName: row.organisation,
        domain: row.name,
        state: row.contested_at === null ? ('frozen' as const) : ('contested' as const),
        since: since.toISOString(),
      },
    ];
  });
}
