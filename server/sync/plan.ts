/**
 * Computes in the database what a list would change: the valid rows in a temporary table, matched with users, their faults, and
 * the differences. Changes no users.
 */
import { sql, type RawBuilder } from 'kysely';
import { mayGrant } from '../../api/contract/users.policy.ts';
import type { Person } from '../../api/contract/person.ts';
import { tryLock } from '../db/advisoryLock.ts';
import type { Transaction } from '../db/database.ts';
import type { ListHead } from './list.ts';

/** Advisory lock, the same in all processes: concurrent lists would each be checked against what the other is changing. */
const SYNC_LOCK = 7_406_003;
/** Statements of a run work on tens of thousands of rows each. */
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

/** @returns false while another list is being processed */
export async function beginSync(tx: Transaction): Promise<boolean> {
  if (!(await tryLock(tx, SYNC_LOCK))) return false;
  await sql`SET LOCAL statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(tx);
  await sql`CREATE TEMP TABLE sync_rows (
    row integer PRIMARY KEY,
    external_id text NOT NULL,
    user_name text NOT NULL,
    email text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    -- null: the list says nothing about it
    title text,
    organisation_id uuid NOT NULL,
    enabled boolean NOT NULL,
    roles text[] NOT NULL,
    user_name_key text GENERATED ALWAYS AS (lower(normalize(user_name, NFKC))) STORED,
    email_key text GENERATED ALWAYS AS (lower(normalize(email, NFKC))) STORED,
    -- whom it speaks of: somebody known, or somebody to be
    user_id uuid NOT NULL DEFAULT gen_random_uuid(),
    known boolean NOT NULL DEFAULT false
  ) ON COMMIT DROP`.execute(tx);
  return true;
}

/** @param rows JSON of the valid rows, from `list.ts` */
export async function loadRows(tx: Transaction, rows: string): Promise<void> {
  const columns = sql`row, external_id, user_name, email, first_name, last_name, title, organisation_id, enabled, roles`;
  await sql`INSERT INTO sync_rows (${columns}) SELECT ${columns} FROM json_to_recordset(${rows}::json) AS given (
    row integer, external_id text, user_name text, email text, first_name text, last_name text, title text,
    organisation_id uuid, enabled boolean, roles text[])`.execute(tx);
}

/**
 * Matches each row with a user, and locks these and all users managed by the source. First by the `externalId` that this source
 * has assigned. An account managed by no source is linked only if user name and e-mail both match: by the name alone, the list's
 * author could take over a namesake's account.
 */
export async function matchUsers(tx: Transaction, { source }: ListHead): Promise<void> {
  await sql`CREATE INDEX ON sync_rows (external_id)`.execute(tx);
  await sql`CREATE INDEX ON sync_rows (user_name_key)`.execute(tx);
  await sql`CREATE INDEX ON sync_rows (email_key)`.execute(tx);
  await sql`ANALYZE sync_rows`.execute(tx);
  await sql`SELECT count(*) FROM (
    SELECT FROM users u
     WHERE u.external_source = ${source} OR u.user_name_key IN (SELECT r.user_name_key FROM sync_rows r)
     ORDER BY u.user_id FOR UPDATE) locked`.execute(tx);
  await sql`UPDATE sync_rows r SET user_id = u.user_id, known = true FROM users u
    WHERE u.external_source = ${source} AND u.external_id = r.external_id`.execute(tx);
  await sql`UPDATE sync_rows r SET user_id = u.user_id, known = true FROM users u
    WHERE NOT r.known AND u.external_source IS NULL AND u.external_id IS NULL AND u.registered
      AND u.user_name_key = r.user_name_key AND u.email_key = r.email_key`.execute(tx);
  await sql`CREATE INDEX ON sync_rows (user_id)`.execute(tx);
  await sql`ANALYZE sync_rows`.execute(tx);
}

export interface DatabaseFault {
  row: number;
  code: 'duplicate' | 'organisation' | 'role' | 'userNameTaken' | 'emailTaken' | 'ownAccount';
  field: string;
  value: string;
  /** The row with the same value. */
  other: number | null;
}

/** Faults that only the database can find, in row order. */
export async function findFaults(tx: Transaction, caller: Person): Promise<AsyncGenerator<DatabaseFault[]>> {
  const { rows: roles } = await sql<{ role_name: string }>`SELECT role_name FROM roles`.execute(tx);
  const grantable = roles.map((role) => role.role_name).filter((role) => mayGrant(caller, role, true));
  return inBatches<DatabaseFault>(
    tx,
    sql`
      ${duplicates('externalId', sql`external_id`, sql`external_id`)}
      UNION ALL ${duplicates('userName', sql`user_name`, sql`user_name_key`)}
      UNION ALL ${duplicates('email', sql`email`, sql`email_key`)}
      UNION ALL SELECT r.row, 'organisation', 'organisationPublicId', r.organisation_id::text, NULL FROM sync_rows r
        WHERE NOT EXISTS (SELECT FROM organisations o WHERE o.organisation_id = r.organisation_id)
      UNION ALL SELECT r.row, 'role', 'roles', role, NULL FROM sync_rows r, unnest(r.roles) role WHERE role <> ALL (${grantable}::text[])
      UNION ALL ${taken('userNameTaken', 'userName', sql`user_name`, sql`user_name_key`)}
      UNION ALL ${taken('emailTaken', 'email', sql`email`, sql`email_key`)}
      UNION ALL SELECT r.row, 'ownAccount', 'userName', r.user_name, NULL FROM sync_rows r JOIN users u USING (user_id)
        WHERE u.user_id = ${caller.userId} AND (NOT r.enabled OR r.user_name <> u.user_name OR r.email <> u.email
          OR r.organisation_id <> u.organisation_id OR NOT ${sameRoles})
      ORDER BY 1, 2, 3`,
  );
}

const sameRoles = sql`(r.roles @> u.roles AND r.roles <@ u.roles)`;

const duplicates = (field: string, value: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
  SELECT row, 'duplicate' AS code, ${sql.lit(field)} AS field, ${value} AS value, first AS other
    FROM (SELECT *, min(row) OVER (PARTITION BY ${key}) AS first FROM sync_rows) s WHERE row > first`;

/** Finds values that another user has, and that this list does not change. */
const taken = (code: string, field: string, value: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
  SELECT r.row, ${sql.lit(code)}, ${sql.lit(field)}, r.${value}, NULL FROM sync_rows r JOIN users u ON u.${key} = r.${key}
   WHERE u.user_id <> r.user_id
     AND NOT EXISTS (SELECT FROM sync_rows h WHERE h.user_id = u.user_id AND h.${key} <> u.${key})`;

export interface Counts {
  created: number;
  updated: number;
  disabled: number;
}

/** Computes all changes, one per user, with old and new values. */
export async function planChanges(
  tx: Transaction,
  caller: Person,
  { source, disableMissing }: ListHead,
): Promise<Counts & { changedRows: number }> {
  await sql`CREATE TEMP TABLE sync_changes ON COMMIT DROP AS
    SELECT row, user_id, user_name, organisation_id, fields,
           CASE WHEN NOT known THEN 'created' WHEN was_enabled AND NOT enabled THEN 'disabled' ELSE 'updated' END AS kind
      FROM (SELECT r.row, r.user_id, r.user_name, r.known, r.enabled, u.enabled AS was_enabled,
                   coalesce(u.organisation_id, r.organisation_id) AS organisation_id, ${differences} AS fields
              FROM sync_rows r LEFT JOIN users u ON r.known AND u.user_id = r.user_id) compared
     WHERE fields <> '{}'
    UNION ALL
    SELECT NULL, u.user_id, u.user_name, u.organisation_id, '{"enabled": {"from": true, "to": false}}', 'disabled' FROM users u
     WHERE ${disableMissing} AND u.external_source = ${source} AND u.enabled AND u.user_id <> ${caller.userId}
       AND NOT EXISTS (SELECT FROM sync_rows r WHERE r.user_id = u.user_id)`.execute(tx);
  const { rows } = await sql<Counts & { changedRows: number }>`
    SELECT count(*) FILTER (WHERE kind = 'created')::int AS created, count(*) FILTER (WHERE kind = 'updated')::int AS updated,
           count(*) FILTER (WHERE kind = 'disabled')::int AS disabled, count(row)::int AS "changedRows"
      FROM sync_changes`.execute(tx);
  return rows[0] as Counts & { changedRows: number };
}

const difference = (
  field: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  differs = sql`${from} IS DISTINCT FROM ${to}`,
) =>
  sql`CASE WHEN ${differs} THEN jsonb_build_object(${sql.lit(field)}::text, jsonb_build_object('from', ${from}, 'to', ${to})) ELSE '{}' END`;

const differences = sql.join(
  [
    difference('externalId', sql`u.external_id`, sql`r.external_id`),
    difference('userName', sql`u.user_name`, sql`r.user_name`),
    difference('email', sql`u.email`, sql`r.email`),
    difference('firstName', sql`u.first_name`, sql`r.first_name`),
    difference('lastName', sql`u.last_name`, sql`r.last_name`),
    difference('title', sql`u.title`, sql`coalesce(r.title, u.title)`),
    difference('organisationPublicId', sql`u.organisation_id`, sql`r.organisation_id`),
    difference('enabled', sql`u.enabled`, sql`r.enabled`),
    difference('roles', sql`u.roles`, sql`r.roles`, sql`${sameRoles} IS NOT TRUE`),
  ],
  sql` || `,
);

/** All changes as JSON texts of the contract's shape, in row order; users missing from the list come last. */
export const plannedChanges = (tx: Transaction) =>
  inBatches<{ change: string }>(
    tx,
    sql`SELECT json_build_object('userName', user_name, 'kind', kind, 'fields', fields)::text AS change
          FROM sync_changes ORDER BY row NULLS LAST, user_name`,
  );

async function* inBatches<Row>(tx: Transaction, query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`DECLARE sync_found NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`FETCH FORWARD 1000 FROM sync_found`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE sync_found`.execute(tx);
}
