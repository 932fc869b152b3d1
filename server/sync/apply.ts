/** Applies the planned changes in one transaction: users, sessions of disabled accounts, mails, audit, run. */
import { sql } from 'kysely';
import { SYSTEM_ADMINISTRATION, type Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import { recordSponsor } from '../approvals/sponsors.ts';
import { appendAuditEvent, appendAuditEvents, type AuditOrigin } from '../audit/append.ts';
import { announceSystemAdministrator, requireSystemAdministrator } from '../session/systemAdministrators.ts';
import { defaultLocale } from '../../api/contract/locale.ts';
import type { ListHead } from './list.ts';
import type { Counts } from './plan.ts';

/** Ends sessions, keys and links of disabled accounts; provided by the users module. */
export type CloseAccess = (tx: Transaction, userIds: readonly string[], now: Date) => Promise<unknown>;

/** Mails a new user a link to set a password. */
export type MailLink = (tx: Transaction, to: { userId: string; userName: string; email: string }, now: Date) => Promise<void>;

interface Ports {
  readonly closeAccess: CloseAccess;
  readonly mailLink: MailLink;
}

export interface Run {
  head: ListHead;
  counts: Counts & { unchanged: number };
  by: Person;
  origin: AuditOrigin;
  now: Date;
}

/** @throws LastSystemAdministrator if, by a concurrent change, no system administrator would be left */
export async function applyChanges(tx: Transaction, run: Run, { closeAccess, mailLink }: Ports): Promise<void> {
  await clearTakenNames(tx);
  await updateUsers(tx, run.head.source);
  await insertUsers(tx, run.head.source, run.now);
  await sql`UPDATE users u SET enabled = false, version = version + 1 FROM sync_changes c
    WHERE c.row IS NULL AND u.user_id = c.user_id`.execute(tx);
  await endFormerAccess(tx, run.now, closeAccess);
  await requireSystemAdministrator(tx);
  await recordSponsors(tx, run);
  await notifyHolders(tx, run);
  if (run.head.mailLinks) await mailLinks(tx, run.now, mailLink);
  await recordRun(tx, run);
}

const RENAMED = sql`c.kind <> 'created' AND c.fields ?| '{userName,email}'`;

/** Gives a placeholder to users whose name another row needs: rows may swap names, and uniqueness is checked per row. */
async function clearTakenNames(tx: Transaction): Promise<void> {
  await sql`UPDATE users u SET user_name = '~' || u.user_id, email = '~' || u.user_id FROM sync_changes c
    WHERE ${RENAMED} AND u.user_id = c.user_id
      AND (EXISTS (SELECT FROM sync_rows r WHERE r.user_name_key = u.user_name_key AND r.user_id <> u.user_id)
        OR EXISTS (SELECT FROM sync_rows r WHERE r.email_key = u.email_key AND r.user_id <> u.user_id))`.execute(tx);
}

async function updateUsers(tx: Transaction, source: string): Promise<void> {
  await sql`UPDATE users u SET
      external_source = ${source}, external_id = r.external_id, user_name = r.user_name, email = r.email,
      first_name = r.first_name, last_name = r.last_name, title = coalesce(r.title, u.title),
      organisation_id = r.organisation_id, enabled = r.enabled, roles = r.roles, version = u.version + 1,
      pending_email = CASE WHEN c.fields ? 'email' THEN NULL ELSE u.pending_email END
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

/** Ends sessions, keys and links from the former state of an account. */
async function endFormerAccess(tx: Transaction, now: Date, closeAccess: CloseAccess): Promise<void> {
  const { rows } = await sql<{ ids: string[] | null }>`
    SELECT array_agg(user_id) AS ids FROM sync_changes WHERE kind = 'disabled'`.execute(tx);
  const disabled = rows[0]?.ids ?? [];
  if (disabled.length > 0) await closeAccess(tx, disabled, now);
  const movedAway = sql`c.kind = 'updated' AND c.fields ? 'organisationPublicId' AND u.user_id = c.user_id
      AND o.organisation_id = u.organisation_id AND NOT o.approved`;
  await sql`DELETE FROM sessions s USING sync_changes c, users u, organisations o
    WHERE ${movedAway} AND (s.user_id = c.user_id OR s.impersonator_id = c.user_id)`.execute(tx);
  await sql`DELETE FROM api_keys k USING sync_changes c, users u, organisations o
    WHERE ${movedAway} AND k.user_id = c.user_id`.execute(tx);
  // Uses up links mailed to the former address.
  await sql`UPDATE links l SET used_at = ${now} FROM sync_changes c
    WHERE ${RENAMED} AND c.fields ? 'email' AND l.user_id = c.user_id AND l.used_at IS NULL
      AND l.purpose IN ('recovery', 'confirmEmail', 'cancelEmail')`.execute(tx);
  await sql`DELETE FROM grants g USING sync_changes c
    WHERE ${RENAMED} AND c.fields ? 'email' AND g.user_id = c.user_id AND g.purpose = 'recovery'`.execute(tx);
}

/** Records the caller as sponsor of accounts that the list has created, promoted or enabled, or whose address it has changed. */
async function recordSponsors(tx: Transaction, { by, now }: Run): Promise<void> {
  const { rows } = await sql<{ ids: string[] | null }>`
    SELECT array_agg(user_id) AS ids FROM sync_changes
     WHERE kind = 'created' OR fields ?| '{email,roles,organisationPublicId}' OR fields -> 'enabled' -> 'to' = 'true'`.execute(
    tx,
  );
  await recordSponsor(tx, rows[0]?.ids ?? [], by.userId, now);
}

/**
 * Mails the former and the new address of users who have another, users whose roles changed, and all system administrators about
 * new ones.
 */
async function notifyHolders(tx: Transaction, { by: { displayName: administrator }, now }: Run): Promise<void> {
  const at = now.toISOString();
  await sql`
    INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
    SELECT gen_random_uuid(), u.email, coalesce(u.locale, ${defaultLocale}), 'rolesChanged',
           jsonb_build_object('userName', u.user_name, 'at', ${at}::text, 'administrator', ${administrator}::text,
                              'roles', coalesce(nullif(array_to_string(u.roles, ', '), ''), '–')),
           ${now}::timestamptz, ${now}::timestamptz
      FROM sync_changes c JOIN users u USING (user_id) WHERE c.kind <> 'created' AND c.fields ? 'roles'`.execute(tx);

  const mail = (template: 'emailChanged' | 'emailSet', recipient: 'from' | 'to') => sql`
    INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
    SELECT gen_random_uuid(), c.fields -> 'email' ->> ${sql.lit(recipient)}, coalesce(u.locale, ${defaultLocale}), ${template}::text,
           jsonb_build_object('userName', u.user_name, 'at', ${at}::text, 'email', u.email),
           ${now}::timestamptz, ${now}::timestamptz
      FROM sync_changes c JOIN users u USING (user_id)
     WHERE c.kind <> 'created' AND c.fields -> 'email' ->> 'from' IS NOT NULL`;
  await mail('emailChanged', 'from').execute(tx);
  await mail('emailSet', 'to').execute(tx);
  const { rows: made } = await sql<{ account: string }>`
    SELECT user_name AS account FROM sync_changes
     WHERE fields -> 'roles' -> 'to' @> to_jsonb(${SYSTEM_ADMINISTRATION}::text)
       AND NOT coalesce(fields -> 'roles' -> 'from', '[]') @> to_jsonb(${SYSTEM_ADMINISTRATION}::text)
     ORDER BY row`.execute(tx);
  for (const { account } of made) await announceSystemAdministrator(tx, { account, administrator }, now);
}

/** Mails links to new users who may log in once the password is set. */
async function mailLinks(tx: Transaction, now: Date, mailLink: MailLink): Promise<void> {
  const { rows } = await sql<{ userId: string; userName: string; email: string }>`
    SELECT u.user_id AS "userId", u.user_name AS "userName", u.email FROM sync_changes c JOIN users u USING (user_id)
     WHERE c.kind = 'created' AND u.enabled ORDER BY c.row`.execute(tx);
  for (const row of rows) await mailLink(tx, row, now);
}

async function recordRun(tx: Transaction, { head, counts, by: { userName: by }, origin, now }: Run): Promise<void> {
  const { source, disableMissing } = head;
  await appendAuditEvents(
    tx,
    origin,
    'Users.Sync',
    sql`SELECT user_name AS target, user_id AS target_user_id, organisation_id,
               jsonb_build_object('source', ${source}::text, 'kind', kind, 'fields', fields) AS details
          FROM sync_changes ORDER BY row NULLS LAST, user_name`,
  );
  await appendAuditEvent(tx, origin, { action: 'Users.Sync', target: source, details: { source, disableMissing, ...counts } });
  await tx
    .insertInto('sync_runs')
    .values({ at: now, source, by, ...counts })
    .onConflict((conflict) => conflict.column('at').doUpdateSet({ source, by, ...counts }))
    .execute();
}
