/** Lists exports of the audit report itself. Offered to the audit; passed in `app.ts`. */
import type { Person } from '../../api/contract/person.ts';
import type { AuditEvent, AuditOrigin } from '../audit/append.ts';
import { addMs } from '../clock.ts';
import type { Context } from '../context.ts';
import type { WantedFile } from '../export/wantedFile.ts';
import { fileRecord, insertExport } from './exports.ts';

interface Exporting {
  readonly person: Person;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

export const recordExport =
  (context: Pick<Context, 'db' | 'clock'>) =>
  ({ person, origin, now }: Exporting, content: WantedFile['content'], sealHead: string | null) => {
    const { begin, end } = fileRecord(context, origin, sealHead);
    // Run again, it ends where it did.
    const asked = { ...content, from: utc(content.from), to: utc(content.to) ?? addMs(now, 1).toISOString() };
    return {
      begin: (event: AuditEvent) => begin((tx) => insertExport(tx, { person, origin, now, content: asked, sealHead }), event),
      end,
    };
  };

const utc = (time: string | null): string | null => time && new Date(time).toISOString();
