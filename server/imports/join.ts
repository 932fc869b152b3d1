/** Makes the accounts of the next people of an import. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ImportChoices, type ImportNotice, type ImportRefusal } from '../../api/contract/imports.shapes.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { joinImported, type ImportedAccount } from '../accounts/imported.ts';
import type { Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { NO_CHOICES } from './choices.ts';
import type { LockedImport } from './lockedImport.ts';
import type { JoinContext, ReadyRow } from './ready.ts';

export async function joinBatch(
  context: JoinContext,
  tx: Transaction,
  { importId, choices, author }: LockedImport,
  prepared: readonly ReadyRow[],
): Promise<void> {
  const { mailLinks } = ImportChoices.parse(choices);
  const batch = await withoutOutcome(tx, importId, prepared);
  const known = await findKnown(tx, batch);
  const makesAccount = ({ refusal, person }: ReadyRow) => refusal === null && !known.has(person.formerId);
  const named = await chooseNames(tx, batch.filter(makesAccount));
  const houses = await findHouses(tx);
  const accounts = named.map((row) => accountOf(row, houses.has(row.person.organisationId)));
  const { made, takenPasskeys } = await joinImported(tx, author, accounts);
  await recordFormerIds(
    tx,
    importId,
    named.filter(({ userId }) => made.has(userId)),
    author.now,
  );
  if (mailLinks)
    for (const { userId, passwordHash } of named)
      if (made.has(userId) && passwordHash === null) await context.askForPassword(tx, userId, author.now);
  const refusals = await refusalsOf(
    tx,
    named.filter(({ userId }) => !made.has(userId)),
  );
  const names = new Map(named.map(({ place, person }) => [place, person.userName]));
  await recordOutcomes(
    tx,
    importId,
    batch.map((row) => {
      const { place, refusal, userId, person } = row;
      if (refusal !== null) return { place, outcome: 'refused', refusal };
      const knownId = known.get(person.formerId);
      if (knownId !== undefined) return { place, outcome: 'unchanged', userId: knownId };
      if (made.has(userId))
        return { place, outcome: 'created', userId, userName: names.get(place), taken: takenPasskeys.get(userId) };
      // Another account has taken name or address since the file was read.
      return { place, outcome: 'refused', refusal: refusals.get(userId) };
    }),
  );
}

/** The rows were read before the lock: another process may have done them meanwhile. */
async function withoutOutcome(tx: Transaction, importId: string, prepared: readonly ReadyRow[]): Promise<ReadyRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select('place')
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .where('place', '=', sql<number>`any(${prepared.map(({ place }) => place)}::int[])`)
    .execute();
  const places = new Set(rows.map(({ place }) => place));
  return prepared.filter(({ place }) => places.has(place));
}

/** Users made by earlier imports, by their former ids. */
export async function findKnown(tx: Transaction, batch: readonly ReadyRow[]): Promise<Map<string, string>> {
  const ids = batch.flatMap(({ person, refusal }) => (refusal === null ? [person.formerId] : []));
  const { rows } = await sql<{ formerId: string; userId: string }>`
    SELECT i.former_id AS "formerId", i.user_id AS "userId" FROM unnest(${ids}::text[]) AS wanted (id)
      JOIN imported_users i ON digest_of(i.former_id) = digest_of(wanted.id)`.execute(tx);
  return new Map(rows.map(({ formerId, userId }) => [formerId, userId]));
}

/**
 * Gives each person the first free one of their candidate user names. A user name that comes from the file (no `otherNames`) stays,
 * and is refused if taken.
 */
export async function chooseNames(tx: Transaction, batch: readonly ReadyRow[]): Promise<ReadyRow[]> {
  const wanted = batch.flatMap(({ person }) => (person.otherNames.length > 0 ? [person.userName, ...person.otherNames] : []));
  const taken = await tx
    .selectFrom('users')
    .select('user_name_key')
    .where('user_name_key', '=', sql<string>`any(${wanted.map(nameKey)}::text[])`)
    .execute();
  const keys = new Set([
    ...taken.map(({ user_name_key: key }) => key),
    ...batch.filter(({ person }) => person.otherNames.length === 0).map(({ person }) => nameKey(person.userName)),
  ]);
  return batch.map((row) => {
    const { userName, otherNames } = row.person;
    if (otherNames.length === 0) return row;
    const free = [userName, ...otherNames].find((name) => !keys.has(nameKey(name))) ?? `user_${randomBytes(8).toString('hex')}`;
    keys.add(nameKey(free));
    return { ...row, person: { ...row.person, userName: free } };
  });
}

/** Why no account was made of these rows, by the ids it would have had: what is not the address is the name. */
export async function refusalsOf(tx: Transaction, rows: readonly ReadyRow[]): Promise<Map<string, ImportRefusal>> {
  if (rows.length === 0) return new Map();
  const taken = await tx
    .selectFrom('users')
    .select('email_key')
    .where('email_key', '=', sql<string>`any(${rows.map(({ person }) => person.emailKey)}::text[])`)
    .execute();
  const keys = new Set(taken.map(({ email_key: key }) => key));
  return new Map(rows.map(({ userId, person }) => [userId, keys.has(person.emailKey) ? 'emailTaken' : 'nameTaken']));
}

async function findHouses(tx: Transaction): Promise<Set<string>> {
  const rows = await tx.selectFrom('organisations').select('organisation_id').where('house', '=', true).execute();
  return new Set(rows.map(({ organisation_id: id }) => id));
}

export const accountOf = (
  { userId, person, passwordHash, authenticator, recoveryCodes, passkeys }: ReadyRow,
  house: boolean,
): ImportedAccount => ({
  userId,
  userName: person.userName,
  email: person.email,
  emailVerified: person.emailVerified,
  firstName: person.firstName,
  lastName: person.lastName,
  enabled: person.enabled,
  // The roles were judged with the organisation as it was when the file was read. Whatever was chosen, `Member` never administers.
  roles: hasAdministrativeRole({ roles: person.roles, house }) ? [NO_CHOICES.defaultRole] : person.roles,
  organisationId: person.organisationId,
  house,
  mustChangePassword: person.mustChangePassword,
  passwordHash,
  authenticator,
  recoveryCodes,
  passkeys,
});

export async function recordFormerIds(
  tx: Transaction,
  importId: string | null,
  rows: readonly ReadyRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ userId, person }) => ({
    user_id: userId,
    import_id: importId,
    former_id: person.formerId,
    imported_at: now,
  }));
  await tx.insertInto('imported_users').values(values).execute();
}

async function recordOutcomes(tx: Transaction, importId: string, outcomes: readonly object[]): Promise<void> {
  // Another account has taken these passkeys since the file was read.
  const notices = sql`(SELECT jsonb_agg(jsonb_build_object('code', ${'passkeyTaken' satisfies ImportNotice}::text)) FROM unnest(o.taken))`;
  await sql`UPDATE import_rows r SET outcome = o.outcome, refusal = o.refusal, user_id = o."userId", secrets = NULL,
      person = CASE WHEN o."userName" IS NULL THEN r.person ELSE r.person || jsonb_build_object('userName', o."userName",
        'passkeyIds', coalesce((r.person->'passkeyIds') - o.taken, r.person->'passkeyIds')) END,
      notices = r.notices || coalesce(${notices}, '[]')
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS o (place int, outcome text, refusal text, "userId" uuid, "userName" text, taken text[])
   WHERE r.import_id = ${importId} AND r.place = o.place`.execute(tx);
}
