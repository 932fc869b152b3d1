/** The tables of a database in an order in which they can be filled: whatever a row refers to stands before it. */
import type pg from 'pg';

export interface Table {
  readonly table: string;
  /** Without those the store computes. */
  readonly columns: readonly string[];
}

/** What the migrations keep for themselves; which of them have run stands in the head of a backup. */
const MIGRATIONS = 'kysely_';

export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT c.table_name AS table, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
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
  tables.filter(({ table }) => !table.startsWith(MIGRATIONS)).forEach(add);
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const copied = ({ table, columns }: Table): string => `COPY ${quoted(table)} (${columns.map(quoted).join(', ')})`;
