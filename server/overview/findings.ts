/**
 * Maintains `unusual_findings`: a job finds what is unusual for all scopes at once, and each request for the overview reads the few
 * of its scope. All rows are replaced in one transaction.
 */
import { sql } from 'kysely';
import type { Unusual } from '../../api/contract/overview.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import { addMs, MINUTE, SECOND } from '../clock.ts';
import { renewIfStale, waitForLock } from '../db/advisoryLock.ts';
import type { Db, Queries, Transaction } from '../db/database.ts';
import { ALL, findUnusual } from './unusual.ts';

/** Advisory lock, the same in all processes: held while the findings are replaced. */
export const FINDINGS_LOCK = 7_406_035;
/** With a job every ten seconds in each process, the findings are half a minute old at most while there are new events. */
const RENEWED_AFTER_MS = 20 * SECOND;
/** Without new events, findings only end, a day after their events. With the job's interval, 100 seconds stay below {@link STALE_AFTER_MS}. */
const SELDOMER_WITHOUT_EVENTS = 5;
/** An event has the time of its request, which is written a little later. */
const WRITTEN_WITHIN_MS = 10 * SECOND;
/** After this time several runs have failed. */
const STALE_AFTER_MS = 2 * MINUTE;

/** Renews the findings, in one process at a time; the others find nothing to do. @returns whether the findings were replaced */
export async function renewFindings(db: Db, now: Date, renewedAfterMs = RENEWED_AFTER_MS): Promise<boolean> {
  return renewIfStale(db, {
    lock: FINDINGS_LOCK,
    isFresh: (queries) => areFound(queries, now, renewedAfterMs),
    renew: (tx) => replaceFindings(tx, now),
  });
}

/**
 * Renews the findings at once. Call it last in a transaction that has changed events: no finding then has an erased user's name or
 * addresses, nor does a run that has read the events before bring them back.
 */
export async function renewFindingsAtOnce(tx: Transaction, now: Date): Promise<void> {
  await waitForLock(tx, FINDINGS_LOCK);
  await replaceFindings(tx, now);
}

/** Reads the findings of the last run. If the job has not run, they are computed anew, rather than reporting nothing unusual. */
export async function readFindings(queries: Queries, actor: Person, now: Date): Promise<Unusual[]> {
  const scope = reachesAllOrganisations(actor) ? ALL : actor.organisationId;
  const rows = await fresh(queries, now, STALE_AFTER_MS).select('findings').where('scope', 'in', [ALL, scope]).execute();
  const found = rows.some((row) => row.scope === ALL)
    ? rows.find((row) => row.scope === scope)?.findings
    : (await findUnusual(queries, now)).get(scope);
  return found ?? [];
}

async function replaceFindings(tx: Transaction, now: Date): Promise<void> {
  const byScope = await findUnusual(tx, now);
  const rows = [...byScope].map(([scope, findings]) => ({ scope, findings }));
  await tx.deleteFrom('unusual_findings').execute();
  await sql`INSERT INTO unusual_findings (scope, found_at, findings)
    SELECT scope, ${now}, findings FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (scope text, findings jsonb)`.execute(
    tx,
  );
}

/** Findings count as found for longer if no event has been written since. */
async function areFound(queries: Queries, now: Date, renewedAfterMs: number): Promise<boolean> {
  const withinMs = SELDOMER_WITHOUT_EVENTS * renewedAfterMs;
  const found = await fresh(queries, now, withinMs).where('scope', '=', ALL).select('found_at').executeTakeFirst();
  if (!found) return false;
  if (now.getTime() - found.found_at.getTime() < renewedAfterMs) return true;
  const since = addMs(found.found_at, -WRITTEN_WITHIN_MS);
  return (
    (await queries.selectFrom('audit_events').select('seq').where('at', '>=', since).limit(1).executeTakeFirst()) === undefined
  );
}

/** A time in the future is not fresh either: the clock of that process was wrong. */
const fresh = (queries: Queries, now: Date, withinMs: number) =>
  queries
    .selectFrom('unusual_findings')
    .select('scope')
    .where('found_at', '>', addMs(now, -withinMs))
    .where('found_at', '<', addMs(now, withinMs));
