/**
 * Carries imports out, one batch of people in a transaction: it makes the accounts, and marks their rows. So after a crash, or with several
 * processes, every person is there once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { administrator, operator } from '../accounts/author.ts';
import type { Clock } from '../clock.ts';
import { tryLock, waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';
import { longWorkRunner, type Runner } from '../jobs/runner.ts';
import { joinBatch } from './join.ts';
import { nextBatch, type JoinContext } from './ready.ts';
import type { LockedImport } from './lockedImport.ts';
import { takeBackBatch } from './undo.ts';

interface ImportContext extends JoinContext {
  readonly db: Db;
  readonly clock: Clock;
  /** Finds those who could log in now, with their present rights. */
  readonly findActivePeople: (queries: Queries, userIds: readonly string[]) => Promise<ReadonlyMap<string, Person>>;
  /** Gets what has interrupted a run that nothing waits for. */
  readonly interrupted: (error: unknown) => void;
}

/** Rest between two batches. */
const MAX_REST_MS = 500;

/** @param waits whether it waits while another process makes a batch; otherwise that one goes on alone */
export function importsRunner(context: ImportContext, { waits = false }: { readonly waits?: boolean } = {}): Runner {
  return longWorkRunner({
    findRunning: () => findRunning(context.db),
    async turn(importId, isShuttingDown) {
      const began = performance.now();
      const isBusy = await runBatch(context, importId, waits);
      // Half of the time belongs to others: the users list stays usable beside an import.
      if (isBusy && !isShuttingDown()) await pause(Math.min(performance.now() - began, MAX_REST_MS));
      return isBusy;
    },
    interrupted: context.interrupted,
  });
}

const isRunning = sql<boolean>`state IN ('running', 'undoing')`;

/** SQL: whether imports are carried out or undone. */
export const importsAreRunning = () => sql<boolean>`EXISTS (SELECT FROM imports WHERE ${isRunning})`;

async function findRunning(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('imports').select('import_id').where(isRunning).orderBy('requested_at').execute();
  return rows.map(({ import_id: importId }) => importId);
}

/** One batch at a time, of whichever import: two files with the same people do not make them twice. */
export const IMPORTS_LOCK = 7_406_037;

/** @returns false if nothing is left, the import was stopped, or another process makes a batch */
async function runBatch(context: ImportContext, importId: string, waits: boolean): Promise<boolean> {
  // The costly part, wrapped hashes, is done before there is a lock.
  const batch = await nextBatch(context, importId);
  return transaction(context.db, async (tx) => {
    if (waits) await waitForLock(tx, IMPORTS_LOCK);
    else if (!(await tryLock(tx, IMPORTS_LOCK))) return false;
    const locked = await lockImport(context, tx, importId);
    if (locked?.state === 'running') {
      if (batch.length > 0) {
        await joinBatch(context, tx, locked, batch);
        return true;
      }
      await finish(tx, locked, 'done');
    } else if (locked?.state === 'undoing') {
      if (await takeBackBatch(tx, locked)) return true;
      await finish(tx, locked, 'undone');
    }
    return false;
  });
}

async function lockImport(context: ImportContext, tx: Transaction, importId: string): Promise<LockedImport | undefined> {
  const row = await tx
    .selectFrom('imports')
    .selectAll()
    .where('import_id', '=', importId)
    .where('state', 'in', ['running', 'undoing'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const by = await requesterOf(context, tx, row);
  if (by) return { importId, source: row.source, fileName: row.file_name, state: row.state, choices: row.choices, ...by };
  // Its requester has lost the right to it.
  await tx.updateTable('imports').set({ state: 'paused' }).where('import_id', '=', importId).execute();
  return undefined;
}

async function requesterOf(
  { clock, findActivePeople }: ImportContext,
  tx: Transaction,
  {
    requested_by: userId,
    author_ids: authorIds,
  }: { readonly requested_by: string | null; readonly author_ids: readonly string[] },
): Promise<Pick<LockedImport, 'author' | 'origin' | 'finishes'> | undefined> {
  const now = clock.now();
  if (userId === null)
    return { author: operator(now), origin: { ...systemOrigin(now), actor: 'operator' }, finishes: 'Operator.Import' };
  const person = (await findActivePeople(tx, [userId])).get(userId);
  if (!person || !isSystemAdmin(person)) return undefined;
  return {
    author: { ...administrator({ person, now }), sponsorIds: authorIds },
    origin: { ...systemOrigin(now, person.organisationId), actor: person.userName },
    finishes: 'Imports.Finish',
  };
}

/** One event says how many came; its members are the rows of the import. */
async function finish(
  tx: Transaction,
  { importId, source, fileName, author, origin, finishes }: LockedImport,
  state: 'done' | 'undone',
) {
  await tx.updateTable('imports').set({ state, finished_at: author.now }).where('import_id', '=', importId).execute();
  const { rows } = await sql<{ outcome: string; count: number }>`
    SELECT coalesce(outcome, 'refused') AS outcome, count(*)::int AS count FROM import_rows WHERE import_id = ${importId} GROUP BY 1`.execute(
    tx,
  );
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  await appendAuditEvent(tx, origin, {
    action: finishes,
    target: fileName,
    details: { import: importId, source, kind: state, ...counts },
  });
}
