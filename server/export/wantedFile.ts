/** The request for an audit file, and the kinds of files. */
import type { Locale } from '../../api/contract/locale.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ExportContent, ExportFormat } from '../../api/contract/reports.shapes.ts';
import type { ReadAfter } from '../db/reads.ts';
import type { FileType } from './fileStream.ts';
import type { FileFacts } from './hashedFile.ts';

export interface WantedFile {
  /** The user whose rights decide. */
  readonly person: Person;
  /** User name for the limit on streams. */
  readonly userName: string | null;
  /** `to` is null: everything until now, regardless of clocks. */
  readonly content: Omit<ExportContent, 'to'> & { readonly to: string | null };
  /** The language of the file's words. */
  readonly locale: Locale;
  readonly sealHead: string | null;
  readonly at: Date;
  readonly readAfter: ReadAfter;
  /** Called before the last bytes are sent. */
  readonly onEnd: (facts: FileFacts & { readonly events: number }) => Promise<void>;
}

export const fileTypes: Readonly<Record<ExportFormat['type'], FileType>> = {
  csv: { extension: 'csv', type: 'text/csv' },
  plainCsv: { extension: 'csv', type: 'text/csv' },
  jsonFile: { extension: 'json', type: 'application/json' },
  jsonl: { extension: 'jsonl', type: 'application/x-ndjson' },
  xlsx: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
};
