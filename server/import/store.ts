/** Stores what a file has, so that it can be looked at, and carried out by whichever process is there. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Queries, Transaction } from '../db/database.ts';
import { transaction } from '../db/database.ts';
import { importRowContext } from '../encryption/storedSecrets.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { Choices } from './choices.ts';
import type { ForeignFile } from './read.ts';
import { folded, prepare, unreadRow, type Organisation, type PreparedRow, type Surroundings } from './prepare.ts';

/** Few enough that the text of a batch is no large object, which would stay in memory until everything is collected. */
const BATCH_ROWS = 100;
/** Between two batches others have their turn. */
const REST_MS = 10;

interface NewImport {
  readonly fileName: string;
  readonly choices: Choices;
  readonly requestedBy: string | null;
  readonly now: Date;
}

/**
 * Reads the whole file into `import_rows`. Changes no account.
 * @returns the import's id; its state is `ready`. @throws FileRefused, and leaves nothing
 */
export async function storeFile(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  file: ForeignFile,
  { fileName, choices, requestedBy, now }: NewImport,
): Promise<string> {
  const importId = randomUUID();
  const around = await surroundingsOf(db, file.source, choices);
  await db
    .insertInto('imports')
    .values({
      import_id: importId,
      source: file.source,
      file_name: fileName,
      choices: JSON.stringify(choices),
      requested_by: requestedBy,
      requested_at: now,
    })
    .execute();
  try {
    let place = 0;
    let batch: object[] = [];
    for await (const row of file.rows) {
      place += 1;
      const prepared = 'person' in row ? prepare(row.person, around) : unreadRow(row.refusal);
      batch.push(stored(keyring, importId, { place, line: row.line, prepared }));
      if (batch.length < BATCH_ROWS) continue;
      await insertRows(db, importId, batch);
      batch = [];
      await pause(REST_MS);
    }
    await insertRows(db, importId, batch);
    await transaction(db, async (tx) => {
      await refuseRepeated(tx, importId);
      await judgeNames(tx, importId);
      await tx.updateTable('imports').set({ state: 'ready' }).where('import_id', '=', importId).execute();
    });
    return importId;
  } catch (error) {
    await db.deleteFrom('imports').where('import_id', '=', importId).execute();
    throw error;
  }
}

const NO_TEXT = /\0|\p{Surrogate}/u;

function stored(
  keyring: Keyring,
  importId: string,
  { place, line, prepared }: { readonly place: number; readonly line: number; readonly prepared: PreparedRow },
): object {
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const isText = !Object.values(prepared.person).some((value) => typeof value === 'string' && NO_TEXT.test(value));
  const { person, secrets, notices, refusal } = isText ? prepared : unreadRow('unreadable');
  const context = importRowContext(`${String(place)} of import ${importId}`);
  return {
    place,
    line,
    person,
    secrets: secrets && refusal === null ? keyring.encrypt(context, JSON.stringify(secrets)) : null,
    notices: notices.map((notice) => ({
      ...notice,
      ...(notice.value !== undefined && { value: notice.value.replaceAll(/\0|\p{Surrogate}/gu, '') }),
    })),
    refusal,
  };
}

async function insertRows(db: Db, importId: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO import_rows (import_id, place, line, person, secrets, notices, refusal)
    SELECT ${importId}::uuid, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (place int, line int, person jsonb, secrets text, notices jsonb, refusal text)`.execute(db);
}

/** Of rows with the same id, name or address the first one of the file is imported. */
async function refuseRepeated(tx: Transaction, importId: string): Promise<void> {
  const keys = [
    sql`person->>'formerId'`,
    sql`person->>'emailKey'`,
    sql`CASE WHEN person->'otherNames' = '[]' THEN lower(person->>'userName') END`,
  ];
  // Places as an array: a plan that was made for the few rows of the statistics would compare each row with each.
  for (const key of keys)
    await sql`UPDATE import_rows SET refusal = 'repeated', secrets = NULL WHERE import_id = ${importId} AND place = ANY (ARRAY(
        SELECT place FROM (SELECT place, row_number() OVER (PARTITION BY ${key} ORDER BY place) AS nth, ${key} AS key
                             FROM import_rows WHERE import_id = ${importId} AND refusal IS NULL) n
         WHERE n.nth > 1 AND n.key IS NOT NULL))`.execute(tx);
}

/** Names and addresses that an account has which this person has not been before. The outcome is decided when the account is made. */
async function judgeNames(tx: Transaction, importId: string): Promise<void> {
  const isNew = sql`r.import_id = ${importId} AND r.refusal IS NULL
    AND NOT EXISTS (SELECT FROM imported_users i WHERE digest_of(i.former_id) = digest_of(r.person->>'formerId'))`;
  await sql`UPDATE import_rows r SET refusal = 'emailTaken', secrets = NULL
    WHERE ${isNew} AND EXISTS (SELECT FROM users u WHERE u.email_key = r.person->>'emailKey')`.execute(tx);
  await sql`UPDATE import_rows r SET refusal = 'nameTaken', secrets = NULL
    WHERE ${isNew} AND r.person->'otherNames' = '[]'
      AND EXISTS (SELECT FROM users u WHERE u.user_name_key = lower(r.person->>'userName'))`.execute(tx);
}

export async function surroundingsOf(queries: Queries, source: string, choices: Choices): Promise<Surroundings> {
  const roles = await queries.selectFrom('roles').select('role_name').execute();
  const rows = await queries.selectFrom('organisations').select(['organisation_id', 'name', 'house']).execute();
  const organisations = new Map<string, Organisation>();
  for (const { organisation_id: id, name, house } of rows) {
    organisations.set(folded(name), { id, name, house });
    organisations.set(id, { id, name, house });
  }
  return { source, choices, roles: roles.map(({ role_name: role }) => role), organisations };
}
