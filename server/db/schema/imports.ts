/** People who come from other systems. */
import type { ColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

export interface ImportsTable {
  import_id: string;
  /** The system, as the file's content says. */
  source: string;
  file_name: string;
  /** Of a workbook, the sheet that is read. */
  sheet: string | null;
  /** Roles, organisations and what else administrators chose. */
  choices: ColumnType<object, string, string>;
  state: Defaulted<'reading' | 'ready' | 'running' | 'paused' | 'done' | 'cancelled' | 'undoing' | 'undone'>;
  /** Null: the operator. */
  requested_by: string | null;
  /** Administrators who have read, chosen, started or resumed it: sponsors of its accounts. */
  author_ids: Defaulted<string[]>;
  requested_at: Date;
  started_at: Defaulted<Date | null>;
  finished_at: Defaulted<Date | null>;
}

interface ImportRowsTable {
  import_id: string;
  /** From 1, in the order of the file. */
  place: number;
  /** Of the file, where the person begins. */
  line: number;
  /** Empty for a row that cannot be read. */
  person: ColumnType<object, string, string>;
  /** Encrypted: the password's hash, the authenticator's key, hashes of recovery codes; null once the row is done. */
  secrets: string | null;
  /** What does not come, or comes in another form. */
  notices: ColumnType<object, string, string>;
  /** Code of why the person does not come. */
  refusal: string | null;
  /** `unchanged`: an import has made the user before; `kept`: the user has logged in since, and stays when the import is undone. */
  outcome: Defaulted<'created' | 'unchanged' | 'refused' | 'undone' | 'kept' | null>;
  user_id: Defaulted<string | null>;
}

interface ImportedUsersTable {
  user_id: string;
  /** Null: the user came at an own login. */
  import_id: string | null;
  /** The former system, and what it called the user. */
  former_id: string;
  imported_at: Date;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  imported_users: ImportedUsersTable;
}
