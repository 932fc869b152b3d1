/**
 * Checks the server's role where another one owns the tables: it can read all of them, and change or delete nothing in the audit.
 */
import { sql } from 'kysely';
import { ConfigError } from '../config/config.ts';
import type { Db } from './database.ts';

const AUDIT_TABLES = ['audit_events', 'audit_signatures', 'audit_erasures', 'audit_daily'];

/** @throws ConfigError for a role with too few or too many privileges */
export async function requireAppendOnlyAudit(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; fault: string }>`
    SELECT relname AS name, CASE WHEN NOT has_table_privilege(oid, 'SELECT') THEN 'may not read' ELSE 'may change' END AS fault
      FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND (NOT has_table_privilege(oid, 'SELECT')
            OR relname = ANY (${AUDIT_TABLES})
               AND (pg_has_role(relowner, 'MEMBER') OR has_any_column_privilege(oid, 'UPDATE')
                    OR has_table_privilege(oid, 'DELETE, TRUNCATE, TRIGGER'))
            OR relispartition AND has_any_column_privilege(oid, 'INSERT, UPDATE')
            OR relispartition AND has_table_privilege(oid, 'DELETE, TRUNCATE, TRIGGER'))
     ORDER BY relname LIMIT 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new ConfigError(
      `DATABASE_URL: beside DATABASE_OWNER_URL its role has to have the privileges of docs/operating.md; it ${found.fault} ${found.name}`,
    );
}

/** @throws ConfigError for such a role without the owner, whose connections are needed to sign and erase */
export async function requireChangeableAudit(db: Db): Promise<void> {
  const { rows } = await sql<{ is_granted: boolean }>`
    SELECT has_table_privilege('audit_events', 'UPDATE') AND has_table_privilege('audit_events', 'DELETE')
           AND has_table_privilege('audit_signatures', 'INSERT') AS is_granted`.execute(db);
  if (rows[0]?.is_granted !== true)
    throw new ConfigError('DATABASE_OWNER_URL: is needed, because the role of DATABASE_URL may not change the audit');
}
