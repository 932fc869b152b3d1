/** Stores what a file has, so that it can be looked at, and carried out by whichever process is there. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImportChoices } from '../../api/contract/imports.shapes.ts';
import { transaction, type Db } from '../db/database.ts';
import { importRowContext } from '../encryption/storedSecrets.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { findDestinations } from './choices.ts';
import { judge, judgeTogether, type Judgement } from './judge.ts';
import { EMPTY_PERSON, type ForeignPerson } from './person.ts';
import type { PasskeyRules } from './passkeys.ts';
import { unreadRow, type Surroundings } from './prepare.ts';
import { insertImport } from './state.ts';
import type { ForeignFile, ReadRow } from './foreignFile.ts';

/** Few enough that the text of a batch is no large object, which would stay in memory until everything is collected. */
const BATCH_ROWS = 100;
/** Between two batches others have their turn. */
const REST_MS = 10;

interface NewImport extends PasskeyRules {
  readonly fileName: string;
  readonly choices: ImportChoices;
  readonly requestedBy: string | null;
  /** How many may wait; absent: any number. */
  readonly most?: number;
  readonly now: Date;
}

/**
 * Reads the whole file into `import_rows`. Changes no account.
 * @returns the import's id; its state is `ready`. @throws FileRefused, TooManyImports, and leaves nothing
 */
export async function storeFile(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  file: ForeignFile,
  { fileName, choices, requestedBy, most, now, ...passkeyRules }: NewImport,
): Promise<string> {
  const importId = randomUUID();
  const around = { source: file.source, choices, ...passkeyRules, ...(await findDestinations(db)) };
  const values = {
    import_id: importId,
    source: file.source,
    file_name: fileName,
    sheet: file.sheet ?? null,
    choices: JSON.stringify(choices),
    requested_by: requestedBy,
    author_ids: requestedBy === null ? [] : [requestedBy],
    requested_at: now,
  };
  await transaction(db, (tx) => insertImport(tx, values, most));
  try {
    let place = 0;
    let batch: object[] = [];
    for await (const row of file.rows) {
      place += 1;
      batch.push(storedRow(keyring, importId, place, row, around));
      if (batch.length < BATCH_ROWS) continue;
      await insertRows(db, importId, batch);
      batch = [];
      await pause(REST_MS);
    }
    await insertRows(db, importId, batch);
    await transaction(db, async (tx) => {
      await judgeTogether(tx, importId);
      await tx.updateTable('imports').set({ state: 'ready' }).where('import_id', '=', importId).execute();
    });
    return importId;
  } catch (error) {
    await db.deleteFrom('imports').where('import_id', '=', importId).execute();
    throw error;
  }
}

interface StoredRow extends Judgement {
  readonly place: number;
  readonly line: number;
  readonly secrets: string | null;
}

function storedRow(keyring: Keyring, importId: string, place: number, row: ReadRow, around: Surroundings): StoredRow {
  const { line } = row;
  if (!('person' in row)) return { place, line, secrets: null, ...unreadRow(row.refusal) };
  const judged = judge(row.person, around);
  const context = importRowContext(`${String(place)} of import ${importId}`);
  return { place, line, secrets: keyring.encrypt(context, JSON.stringify(withoutDefaults(row.person))), ...judged };
}

/** Less to store: most people have a few of the fields only. */
const withoutDefaults = (person: ForeignPerson): Partial<ForeignPerson> =>
  Object.fromEntries(Object.entries(person).filter(([field, value]) => value !== EMPTY_PERSON[field as keyof ForeignPerson]));

async function insertRows(db: Db, importId: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO import_rows (import_id, place, line, person, secrets, notices, refusal)
    SELECT ${importId}::uuid, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (place int, line int, person jsonb, secrets text, notices jsonb, refusal text)`.execute(db);
}
