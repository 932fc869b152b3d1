/** People who come from other systems. */
import type { ColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

export interface ImportsTable {
  import_id: string;
  source: string;
  file_name: string;
  sheet: string | null;
  choices: ColumnType<object, string, string>;
  state: Defaulted<'reading' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled' | 'undoing' | 'undone'>;
  requested_by: string | null;
  author_ids: Defaulted<string[]>;
  requested_at: Date;
  started_at: Defaulted<Date | null>;
  finished_at: Defaulted<Date | null>;
}

interface ImportRowsTable {
  import_id: string;
  place: number;
  line: number;
  person: ColumnType<object, string, string>;
  secrets: string | null;
  notices: ColumnType<object, string, string>;
  refusal: string | null;
  outcome: Defaulted<'created' | 'unchanged' | 'refused' | 'undone' | 'kept' | null>;
  user_id: Defaulted<string | null>;
}

interface ImportedUsersTable {
  user_id: string;
  import_id: string | null;
  former_id: string;
  imported_at: Date;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  imported_users: ImportedUsersTable;
}
