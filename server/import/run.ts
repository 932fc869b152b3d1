/**
 * Carries imports out, one batch of people in a transaction: it makes the accounts, and marks their rows. So after a crash, or with several
 * processes, every person is there once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSystemAdmin } from '../../api/contract/person.ts';
import { findActivePeople } from '../approvals/repository.ts';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { administrator, operator } from '../accounts/author.ts';
import type { Clock } from '../clock.ts';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';
import { joinBatch } from './join.ts';
import { nextBatch, type JoinContext } from './ready.ts';
import type { LockedImport } from './lockedImport.ts';
import { takeBackBatch } from './undo.ts';

export interface ImportContext extends JoinContext {
  readonly db: Db;
  readonly clock: Clock;
}

export interface ImportsRunner {
  /** Resolves when no import is left to run. */
  run(): Promise<void>;
  /** Resolves when the open transaction has ended. */
  stop(): Promise<void>;
}

/** Rest between two batches. */
const MAX_REST_MS = 500;

/** @param waits whether it waits while another process makes a batch; otherwise that one goes on alone */
export function importsRunner(context: ImportContext, { waits = false }: { readonly waits?: boolean } = {}): ImportsRunner {
  let isStopped = false;
  let current: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    for (const importId of await findRunning(context.db))
      for (let isBusy = true; isBusy && !isStopped;) {
        const began = performance.now();
        isBusy = await runTurn(context, importId, waits);
        // Half of the time belongs to others: the users list stays usable beside an import.
        if (isBusy) await pause(Math.min(performance.now() - began, MAX_REST_MS));
      }
  }
  return {
    run() {
      current ??= runAll().finally(() => {
        current = null;
      });
      return current;
    },
    async stop() {
      isStopped = true;
      await current?.catch(() => undefined);
    },
  };
}

async function findRunning(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('requested_at')
    .execute();
  return rows.map(({ import_id: importId }) => importId);
}

/** @returns false if nothing is left, the import was stopped, or another process runs it */
async function runTurn(context: ImportContext, importId: string, waits: boolean): Promise<boolean> {
  // The costly part, wrapped hashes, is done before there is a lock.
  const batch = await nextBatch(context, importId);
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const locked = await lockImport(tx, importId, { waits, now });
    if (locked?.state === 'running') {
      if (batch.length > 0) return joinBatch(context, tx, locked, batch);
      await finish(tx, locked, 'done');
    } else if (locked?.state === 'undoing') {
      if (await takeBackBatch(tx, locked)) return true;
      await finish(tx, locked, 'undone');
    }
    return false;
  });
}

async function lockImport(
  tx: Transaction,
  importId: string,
  { waits, now }: { readonly waits: boolean; readonly now: Date },
): Promise<LockedImport | undefined> {
  const row = await tx
    .selectFrom('imports')
    .selectAll()
    .where('import_id', '=', importId)
    .where('state', 'in', ['running', 'undoing'])
    .forUpdate()
    .$if(!waits, (query) => query.skipLocked())
    .executeTakeFirst();
  if (!row) return undefined;
  const by = await requesterOf(tx, row.requested_by, now);
  if (by) return { importId, source: row.source, fileName: row.file_name, state: row.state, choices: row.choices, ...by };
  // Its requester has lost the right to it.
  await tx.updateTable('imports').set({ state: 'paused' }).where('import_id', '=', importId).execute();
  return undefined;
}

async function requesterOf(
  tx: Transaction,
  userId: string | null,
  now: Date,
): Promise<Pick<LockedImport, 'author' | 'origin'> | undefined> {
  if (userId === null) return { author: operator(now), origin: { ...systemOrigin(now), actor: 'operator' } };
  const person = (await findActivePeople(tx, [userId])).get(userId);
  if (!person || !isSystemAdmin(person)) return undefined;
  return {
    author: administrator({ person, now }),
    origin: { ...systemOrigin(now, person.organisationId), actor: person.userName },
  };
}

/** One event says how many came; its members are the rows of the import. */
async function finish(tx: Transaction, { importId, source, fileName, author, origin }: LockedImport, state: 'done' | 'undone') {
  await tx.updateTable('imports').set({ state, finished_at: author.now }).where('import_id', '=', importId).execute();
  const { rows } = await sql<{ outcome: string; count: number }>`
    SELECT coalesce(outcome, 'refused') AS outcome, count(*)::int AS count FROM import_rows WHERE import_id = ${importId} GROUP BY 1`.execute(
    tx,
  );
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  await appendAuditEvent(tx, origin, {
    action: 'Operator.Import',
    target: fileName,
    details: { import: importId, source, kind: state, ...counts },
  });
}
