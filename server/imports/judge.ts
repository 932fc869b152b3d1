/** Judges what comes of people: each alone, by what is chosen, and all of a file together. */
import { sql } from 'kysely';
import type { ImportChoices, ImportNotice } from '../../api/contract/imports.shapes.ts';
import type { Transaction } from '../db/database.ts';
import { importRowContext } from '../encryption/storedSecrets.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { findDestinations } from './choices.ts';
import { EMPTY_PERSON, type ForeignPerson } from './person.ts';
import type { PasskeyRules } from './passkeys.ts';
import { prepare, unreadRow, type PreparedRow, type Surroundings } from './prepare.ts';

export type Judgement = PreparedRow;

const NO_TEXT = /\0|\p{Surrogate}/u;

export function judge(former: ForeignPerson, around: Surroundings): Judgement {
  const prepared = prepare(former, around);
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  if (Object.values(prepared.person).some((value) => typeof value === 'string' && NO_TEXT.test(value)))
    return unreadRow('unreadable');
  return {
    ...prepared,
    notices: prepared.notices.map((notice) => ({
      ...notice,
      ...(notice.value !== undefined && { value: notice.value.replaceAll(/\0|\p{Surrogate}/gu, '') }),
    })),
  };
}

/** Each page is judged in one turn of the event loop. */
const PAGE_ROWS = 100;

interface Judged extends PasskeyRules {
  readonly importId: string;
  readonly source: string;
  readonly choices: ImportChoices;
}

/** Judges all rows that could be read anew. Call it with the import locked. */
export async function judgeAnew(tx: Transaction, keyring: Keyring, { importId, ...judged }: Judged): Promise<void> {
  const around = { ...judged, ...(await findDestinations(tx)) };
  for (let after = 0; ;) {
    const rows = await tx
      .selectFrom('import_rows')
      .select(['place', 'secrets'])
      .where('import_id', '=', importId)
      .where('place', '>', after)
      .where('secrets', 'is not', null)
      .orderBy('place')
      .limit(PAGE_ROWS)
      .execute();
    const judged: object[] = [];
    for (const { place, secrets } of rows) {
      const context = importRowContext(`${String(place)} of import ${importId}`);
      judged.push({ place, ...judge(formerPerson(await keyring.decrypt(tx, context, secrets ?? '')), around) });
    }
    await sql`UPDATE import_rows r SET person = j.person, notices = j.notices, refusal = j.refusal
      FROM jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) AS j (place int, person jsonb, notices jsonb, refusal text)
     WHERE r.import_id = ${importId} AND r.place = j.place`.execute(tx);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) break;
    after = last.place;
  }
  await judgeTogether(tx, importId);
}

export const formerPerson = (text: string): ForeignPerson => ({
  ...EMPTY_PERSON,
  ...(JSON.parse(text) as Partial<ForeignPerson>),
});

/** Refuses what the file has twice, and what an account has already. */
export async function judgeTogether(tx: Transaction, importId: string): Promise<void> {
  await refuseRepeated(tx, importId);
  await judgeNames(tx, importId);
  await leaveTakenPasskeys(tx, importId);
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
    await sql`UPDATE import_rows SET refusal = 'repeated' WHERE import_id = ${importId} AND place = ANY (ARRAY(
        SELECT place FROM (SELECT place, row_number() OVER (PARTITION BY ${key} ORDER BY place) AS nth, ${key} AS key
                             FROM import_rows WHERE import_id = ${importId} AND refusal IS NULL) n
         WHERE n.nth > 1 AND n.key IS NOT NULL))`.execute(tx);
}

/** Rows that make an account, unless something else refuses them. */
const isNewIn = (importId: string) => sql`r.import_id = ${importId} AND r.refusal IS NULL
  AND NOT EXISTS (SELECT FROM imported_users i WHERE digest_of(i.former_id) = digest_of(r.person->>'formerId'))`;

/** Names and addresses that an account has which this person has not been before. The outcome is decided when the account is made. */
async function judgeNames(tx: Transaction, importId: string): Promise<void> {
  const isNew = isNewIn(importId);
  await sql`UPDATE import_rows r SET refusal = 'emailTaken'
    WHERE ${isNew} AND EXISTS (SELECT FROM users u WHERE u.email_key = r.person->>'emailKey')`.execute(tx);
  await sql`UPDATE import_rows r SET refusal = 'nameTaken'
    WHERE ${isNew} AND r.person->'otherNames' = '[]'
      AND EXISTS (SELECT FROM users u WHERE u.user_name_key = lower(r.person->>'userName'))`.execute(tx);
}

/** A passkey belongs to one account: the first of the file that has it, unless another account has it already. */
async function leaveTakenPasskeys(tx: Transaction, importId: string): Promise<void> {
  await sql`WITH held AS (
      SELECT r.place, k.id, row_number() OVER (PARTITION BY k.id ORDER BY r.place) AS nth
        FROM import_rows r, jsonb_array_elements_text(r.person->'passkeyIds') AS k (id) WHERE ${isNewIn(importId)}),
    taken AS (
      SELECT place, array_agg(id) AS ids, jsonb_agg(jsonb_build_object('code', ${'passkeyTaken' satisfies ImportNotice}::text)) AS notices
        FROM held h WHERE nth > 1 OR EXISTS (SELECT FROM passkeys p WHERE p.credential_id = h.id) GROUP BY place)
    UPDATE import_rows r SET notices = r.notices || t.notices,
           person = jsonb_set(r.person, '{passkeyIds}', (r.person->'passkeyIds') - t.ids)
      FROM taken t WHERE r.import_id = ${importId} AND r.place = t.place`.execute(tx);
}
