/**
 * Maintains `unusual_findings`: a job finds what is unusual for all scopes at once, and each request for the overview reads the few
 * of its scope. All rows are replaced in one transaction.
 */
import { sql } from 'kysely';
import type { Unusual } from '../../api/contract/overview.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import { addMs, MINUTE, SECOND } from '../clock.ts';
import { waitForLock } from '../db/advisoryLock.ts';
import type { Db, Queries, Transaction } from '../db/database.ts';
import { renewIfStale } from '../db/storedResult.ts';
import { ALL, findUnusual } from './unusual.ts';

/** Advisory lock, the same in all processes: held while the findings are replaced. */
export const FINDINGS_LOCK = 7_406_035;
/** As the job rests for ten seconds, the findings are half a minute old at most while there are new events. */
const RENEWED_AFTER_MS = 20 * SECOND;
/** Without new events, findings only end, a day after their events. With the job's rest, 100 seconds stay below {@link STALE_AFTER_MS}. */
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
  const rows = await queries
    .selectFrom('unusual_findings')
    .select(['scope', 'findings'])
    .where(isWithin(now, STALE_AFTER_MS))
    .where('scope', 'in', [ALL, scope])
    .execute();
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

/** SQL: whether it is time to find anew. Findings count as found for longer if no event has been written since. */
export const findingsAreDue = (now: Date, renewedAfterMs = RENEWED_AFTER_MS) => sql<boolean>`NOT EXISTS (
  SELECT FROM unusual_findings f WHERE f.scope = ${ALL} AND ${isWithin(now, SELDOMER_WITHOUT_EVENTS * renewedAfterMs)}
     AND (f.found_at > ${addMs(now, -renewedAfterMs)}
          OR coalesce((SELECT max(at) FROM audit_events) < f.found_at - ${WRITTEN_WITHIN_MS} * interval '1 millisecond', true)))`;

async function areFound(queries: Queries, now: Date, renewedAfterMs: number): Promise<boolean> {
  const { rows } = await sql<{ areDue: boolean }>`SELECT ${findingsAreDue(now, renewedAfterMs)} AS "areDue"`.execute(queries);
  return rows[0]?.areDue === false;
}

/** A time far in the future does not count: the clock of that process was wrong. */
const isWithin = (now: Date, withinMs: number) =>
  sql<boolean>`found_at > ${addMs(now, -withinMs)} AND found_at < ${addMs(now, withinMs)}`;
