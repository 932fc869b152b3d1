/** Writes the accounts of a list (`Users.Sync`), which has been planned in temporary tables: `sync_rows` and `sync_changes`. */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { Author } from './author.ts';
import type { AccountChange } from './change.ts';
import { settle } from './settle.ts';

/** @throws LastSystemAdministrator */
export async function writeList(tx: Transaction, author: Author, source: string): Promise<void> {
  const changes = await plannedChanges(tx);
  await clearTakenNames(tx);
  await updateUsers(tx, source);
  await insertUsers(tx, source, author.now);
  await sql`UPDATE users u SET enabled = false, version = version + 1 FROM sync_changes c
    WHERE c.row IS NULL AND u.user_id = c.user_id`.execute(tx);
  await settle(tx, author, changes);
}

/** Changes of what rules depend on. */
async function plannedChanges(tx: Transaction): Promise<AccountChange[]> {
  const { rows } = await sql<{ change: AccountChange }>`
    SELECT jsonb_build_object('userId', c.user_id, 'userName', coalesce(r.user_name, u.user_name), 'locale', u.locale,
             'before', CASE WHEN u.user_id IS NOT NULL THEN jsonb_build_object('roles', u.roles, 'house', o.house, 'organisationId', u.organisation_id,
                         'email', u.email, 'enabled', u.enabled, 'registered', u.registered) END,
             'after', jsonb_build_object('roles', coalesce(r.roles, u.roles), 'house', n.house, 'organisationId', n.organisation_id,
                        'email', coalesce(r.email, u.email), 'enabled', coalesce(r.enabled, false), 'registered', coalesce(u.registered, true))) AS change
      FROM sync_changes c
      LEFT JOIN sync_rows r ON r.row = c.row
      LEFT JOIN users u ON u.user_id = c.user_id
      LEFT JOIN organisations o ON o.organisation_id = u.organisation_id
      JOIN organisations n ON n.organisation_id = coalesce(r.organisation_id, u.organisation_id)
     WHERE c.kind <> 'updated' OR c.fields ?| '{email,roles,enabled,organisationPublicId}'
     ORDER BY c.row NULLS LAST, c.user_name`.execute(tx);
  return rows.map(({ change }) => change);
}

/** Gives a placeholder to users whose name another row needs: rows may swap names, and uniqueness is checked per row. */
async function clearTakenNames(tx: Transaction): Promise<void> {
  await sql`UPDATE users u SET user_name = '~' || u.user_id, email = '~' || u.user_id FROM sync_changes c
    WHERE c.kind <> 'created' AND c.fields ?| '{userName,email}' AND u.user_id = c.user_id
      AND (EXISTS (SELECT FROM sync_rows r WHERE r.user_name_key = u.user_name_key AND r.user_id <> u.user_id)
        OR EXISTS (SELECT FROM sync_rows r WHERE r.email_key = u.email_key AND r.user_id <> u.user_id))`.execute(tx);
}

async function updateUsers(tx: Transaction, source: string): Promise<void> {
  await sql`UPDATE users u SET
      external_source = ${source}, external_id = r.external_id, user_name = r.user_name, email = r.email,
      email_proven_at = CASE WHEN c.fields ? 'email' THEN NULL ELSE u.email_proven_at END,
      first_name = r.first_name, last_name = r.last_name, title = coalesce(r.title, u.title),
      organisation_id = r.organisation_id, enabled = r.enabled, roles = r.roles, version = u.version + 1
    FROM sync_rows r JOIN sync_changes c USING (row)
    WHERE r.known AND u.user_id = r.user_id`.execute(tx);
}

/** Inserts users without a password; they set one by "Forgotten password". */
async function insertUsers(tx: Transaction, source: string, now: Date): Promise<void> {
  await sql`INSERT INTO users (user_id, external_source, external_id, user_name, email, first_name, last_name, title,
      organisation_id, enabled, roles, registered_at, created_at)
    SELECT user_id, ${source}::text, external_id, user_name, email, first_name, last_name, title,
      organisation_id, enabled, roles, ${now}::timestamptz, ${now}::timestamptz
    FROM sync_rows WHERE NOT known ORDER BY row`.execute(tx);
}
