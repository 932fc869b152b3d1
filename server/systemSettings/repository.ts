/** SQL of the settings that administrators have stored. */
import { sql, type RawBuilder } from 'kysely';
import type { SettingName, SettingValue } from '../../api/contract/systemSettings.registry.ts';
import { waitForLock } from '../db/advisoryLock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { personReference } from '../db/personReference.ts';

/** Changes come one after the other: each is judged by the rule of two pairs of eyes that the one before has left. */
const SETTINGS_LOCK = 7_406_038;

export const lockSettings = (tx: Transaction): Promise<void> => waitForLock(tx, SETTINGS_LOCK);

const findRows = (queries: Queries) =>
  queries
    .selectFrom('system_settings as s')
    .leftJoin('users as u', 'u.user_id', 's.changed_by')
    .select(['s.name', 's.value', 's.version', 's.changed_at', personReference('u').as('changed_by')])
    .execute();

export type StoredSetting = Awaited<ReturnType<typeof findRows>>[number];
export type StoredSettings = ReadonlyMap<string, StoredSetting>;

export const findStored = async (queries: Queries): Promise<StoredSettings> =>
  new Map((await findRows(queries)).map((row) => [row.name, row]));

/** SQL: whether the stored settings are others than these. Every change raises the version of its setting, and none is deleted. */
export function differFrom(settings: StoredSettings): RawBuilder<boolean> {
  const versions = [...settings.values()].reduce((sum, { version }) => sum + version, 0);
  return sql<boolean>`(SELECT coalesce(sum(version), 0) FROM system_settings) <> ${versions}`;
}

export async function storeSetting(
  tx: Transaction,
  name: SettingName,
  value: SettingValue,
  { changedBy, now }: { readonly changedBy: string; readonly now: Date },
): Promise<void> {
  const set = { value: value === null ? null : JSON.stringify(value), changed_by: changedBy, changed_at: now };
  await tx
    .insertInto('system_settings')
    .values({ name, version: 1, ...set })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...set, version: sql<number>`system_settings.version + 1` }))
    .execute();
}

/** The operator's own organisation, to whose auditors the settings belong, and one that requires two pairs of eyes, if any does. */
export async function findConcerned(queries: Queries): Promise<{ readonly house: string; readonly strict: string | undefined }> {
  const { rows } = await sql<{ house: string; strict: string | null }>`
    SELECT (SELECT organisation_id FROM organisations WHERE house LIMIT 1) AS house,
           (SELECT organisation_id FROM organisations WHERE four_eyes ORDER BY organisation_id LIMIT 1) AS strict`.execute(
    queries,
  );
  const [row] = rows;
  if (!row) throw new Error('A query without FROM gave no row');
  return { house: row.house, strict: row.strict ?? undefined };
}
