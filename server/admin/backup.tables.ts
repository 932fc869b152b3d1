/** The tables of a database in insertion order: referenced tables come first. Partitions belong to their table. */
import type pg from 'pg';

export interface Table {
  readonly table: string;
  /** All columns but generated ones. */
  readonly columns: readonly string[];
}

/** Leaves out the migrator's own tables, whose schema version is in the head of a backup, and tables of running servers. */
const isLeftOut = (table: string): boolean => table.startsWith('kysely_') || KNOWN_TO_SERVERS.has(table);
const KNOWN_TO_SERVERS = new Set(['processes', 'unusual_findings']);

export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT c.table_name AS table, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
        AND NOT EXISTS (SELECT FROM pg_class WHERE oid = format('%I.%I', c.table_schema, c.table_name)::regclass AND relispartition)
      GROUP BY c.table_name ORDER BY c.table_name`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`,
  );
  const ordered: Table[] = [];
  const add = (one: Table) => {
    if (ordered.includes(one)) return;
    for (const { to } of references.filter(({ from }) => from === one.table))
      add(tables.find(({ table }) => table === to) as Table);
    ordered.push(one);
  };
  tables.filter(({ table }) => !isLeftOut(table)).forEach(add);
  return ordered;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const listOf = (columns: readonly string[]): string => columns.map(quoteName).join(', ');

/** Copies from a query, as a partitioned table can't be copied before PostgreSQL 19. */
export const copyToStatement = ({ table, columns }: Table): string =>
  `COPY (SELECT ${listOf(columns)} FROM ${quoteName(table)}) TO STDOUT`;

export const copyFromStatement = ({ table, columns }: Table): string =>
  `COPY ${quoteName(table)} (${listOf(columns)}) FROM STDIN`;
