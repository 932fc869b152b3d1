/** SQL of domains, and how they are shown. */
import type { Selectable } from 'kysely';
import type { Domain, DomainState } from '../../../api/contract/domains.ts';
import { addMs, DAY } from '../../clock.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { DomainsTable } from '../../db/schema/federation.ts';
import { recordOf } from './dns.ts';

/** How long a proof has to be gone before no account is linked by it any more, and how long a rival's has to be there. */
export const PATIENCE_MS = 7 * DAY;

export type DomainRow = Selectable<DomainsTable>;

export const selectDomains = (queries: Queries) => queries.selectFrom('domains').selectAll();

/** Locks all claims of a name, in one order: of two checks at once, the second sees what the first has changed. */
export const lockClaims = (tx: Transaction, name: string): Promise<DomainRow[]> =>
  selectDomains(tx).where('name', '=', name).orderBy('domain_id').forUpdate().execute();

function stateOf(row: DomainRow): DomainState {
  if (row.verified_at === null) return row.proven_at === null ? 'unproven' : 'waiting';
  if (row.contested_at !== null) return 'contested';
  return row.frozen_at === null ? 'verified' : 'frozen';
}

export function presentDomain(row: DomainRow): Domain {
  const state = stateOf(row);
  const since = { unproven: null, verified: null, waiting: row.proven_at, contested: row.contested_at, frozen: row.frozen_at };
  const waits = state === 'waiting' ? row.proven_at : state === 'verified' ? row.absent_since : null;
  return {
    domainId: row.domain_id,
    domain: row.name,
    state,
    since: since[state]?.toISOString() ?? null,
    until: waits && addMs(waits, PATIENCE_MS).toISOString(),
    record: recordOf(row.name, row.token),
    createdAt: row.created_at.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    found: row.found,
  };
}
