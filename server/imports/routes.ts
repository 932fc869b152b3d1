/** Routes of people who come from other systems. */
import { Readable } from 'node:stream';
import type { Import } from '../../api/contract/imports.shapes.ts';
import type { importsCalls } from '../../api/contract/imports.ts';
import { requireApproved } from '../approvals/request.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { attachFile } from '../export/fileStream.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { Runner } from '../jobs/runner.ts';
import { findDestinations, firstChoices, wrongChoice } from './choices.ts';
import { judgeAnew } from './judge.ts';
import { relyingParty } from '../passkeys/relyingParty.ts';
import { readForeignFile } from './read.ts';
import { countRows, pageOfRows, reportLines } from './report.ts';
import { findImport, findImports } from './repository.ts';
import { addAuthor, cancelImport, lockReady, moveImport, requireRoom } from './state.ts';
import { storeFile } from './store.ts';
import { undoImport } from './undoing.ts';
import { withUploadedFile } from './upload.ts';

type Names = keyof typeof importsCalls;
type ChangingCall = CallOf<'Imports.Choose' | 'Imports.Start' | 'Imports.Pause' | 'Imports.Resume' | 'Imports.Cancel'>;

export function importsRoutes(context: Context, runner: Runner): Handlers<Names> {
  const { db, config, keyring } = context;
  const passkeyRules = () => ({ rpId: relyingParty(context).rpId(), mostPasskeys: config.LIMIT_PASSKEYS });

  /** @throws NotFound; Conflict if the import is in another state by now */
  const change = (call: ChangingCall, work: (tx: Transaction, importId: string) => Promise<boolean>): Promise<Import> =>
    transaction(db, async (tx) => {
      const { importId } = call.params;
      const { fileName, source } = await found(tx, importId, call.now);
      if (!(await work(tx, importId))) throw problem('Conflict');
      if (ANSWERING.has(call.name)) await addAuthor(tx, importId, call.person.userId);
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        target: fileName,
        details: { import: importId, source },
      });
      return found(tx, importId, call.now);
    });

  async function awake(changed: Promise<Import>): Promise<Import> {
    const imported = await changed;
    runner.wake();
    return imported;
  }

  return {
    'Imports.List': ({ now }) => findImports(db, now),
    'Imports.Read': async (call) => {
      const { request, person, origin, now } = call;
      await requireRoom(db, config.LIMIT_WAITING_IMPORTS);
      const choices = firstChoices(await findDestinations(db));
      const importId = await withUploadedFile(request, config.MAX_IMPORT_BYTES, async ({ fileName, bytes, options }) =>
        storeFile({ db, keyring }, await readForeignFile(bytes, options), {
          ...{ fileName, choices, requestedBy: person.userId, now },
          most: config.LIMIT_WAITING_IMPORTS,
          ...passkeyRules(),
        }),
      );
      const stored = await found(db, importId, now);
      const { fileName, source, progress } = stored;
      await appendAuditEvent(db, origin, {
        action: call.name,
        target: fileName,
        details: { import: importId, source, count: progress.total },
      });
      return stored;
    },
    'Imports.Get': async ({ params, now }) => ({
      ...(await found(db, params.importId, now)),
      counts: await countRows(db, params.importId),
    }),
    'Imports.Rows': async ({ params, query, now }) => {
      await found(db, params.importId, now);
      return pageOfRows(db, params.importId, { after: query.after ?? 0, code: query.code });
    },
    'Imports.Report': async (call) => {
      const { params, reply, now } = call;
      const { progress } = await found(db, params.importId, now);
      await context.personalData.take(call, progress.total);
      attachFile(reply, 'import.csv', 'text/csv');
      return Readable.from(reportLines(db, params.importId));
    },
    'Imports.Choose': (call) =>
      change(call, async (tx, importId) => {
        const source = await lockReady(tx, importId);
        if (source === undefined) return false;
        const wrong = wrongChoice(call.body, await findDestinations(tx));
        if (wrong) throw problem('Invalid', { fields: { [wrong]: { expected: 'value' } } });
        await tx
          .updateTable('imports')
          .set({ choices: JSON.stringify(call.body) })
          .where('import_id', '=', importId)
          .execute();
        await judgeAnew(tx, keyring, { importId, source, choices: call.body, ...passkeyRules() });
        return true;
      }),
    'Imports.Start': (call) => awake(change(call, (tx, importId) => run(tx, importId, 'ready', call))),
    'Imports.Pause': (call) =>
      change(call, (tx, importId) => moveImport(tx, importId, { from: ['running'], to: 'paused', now: call.now })),
    'Imports.Resume': (call) => awake(change(call, (tx, importId) => run(tx, importId, 'paused', call))),
    'Imports.Cancel': (call) => change(call, (tx, importId) => cancelImport(tx, importId, call.now)),
    'Imports.Undo': async (call) => {
      const { importId } = call.params;
      const undoing = transaction(db, async (tx) =>
        (await undoImport({ config }, tx, call)) ? found(tx, importId, call.now) : null,
      );
      return awake(undoing.then(requireApproved));
    },
  };
}

/** Calls that have a part in the accounts that are made. */
const ANSWERING: ReadonlySet<string> = new Set(['Imports.Choose', 'Imports.Start', 'Imports.Resume']);

const run = (tx: Transaction, importId: string, from: 'ready' | 'paused', { person, now }: ChangingCall) =>
  moveImport(tx, importId, { from: [from], to: 'running', now, requestedBy: person.userId });

/** @throws NotFound */
async function found(queries: Queries, importId: string, now: Date): Promise<Import> {
  const one = await findImport(queries, importId, now);
  if (!one) throw problem('NotFound');
  return one;
}
