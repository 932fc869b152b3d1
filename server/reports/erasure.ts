/** Replaces an erased user in saved reports and in the list of exports by the pseudonym in the audit. */
import { sql, type SqlBool } from 'kysely';
import type { ReportContent } from '../../api/contract/reports.shapes.ts';
import type { Transaction } from '../db/database.ts';

interface Erasing {
  readonly userName: string;
  readonly names: readonly string[];
  readonly isNamedIn: (text: string) => boolean;
  readonly pseudonym: string;
}

type Filters = ReportContent['filters'];

/** A filter by the user still finds the user's events, under the pseudonym. */
export async function forgetInReports(tx: Transaction, { userName, names, isNamedIn, pseudonym }: Erasing): Promise<void> {
  const keys = names.map((name) => name.toLowerCase());
  const cleared = (filters: Filters): Filters =>
    Object.fromEntries(
      Object.entries(filters).map(([key, value = '']) => [key, keys.includes(value.toLowerCase()) ? pseudonym : value]),
    );
  const clearedName = (name: string, id: string) => (isNamedIn(name) ? `${pseudonym} ${id.slice(0, 8)}` : name);
  const mayName = (text: string) =>
    sql<SqlBool>`EXISTS (SELECT FROM unnest(${keys}::text[]) n WHERE strpos(lower(${sql.raw(text)}), n) > 0)`;

  const reports = await tx
    .selectFrom('reports')
    .select(['report_id', 'name', 'content'])
    .where(mayName('name || content::text'))
    .forUpdate()
    .execute();
  for (const { report_id: reportId, name, content } of reports)
    await tx
      .updateTable('reports')
      .set({ name: clearedName(name, reportId), content: JSON.stringify({ ...content, filters: cleared(content.filters) }) })
      .where('report_id', '=', reportId)
      .execute();

  const exports = await tx
    .selectFrom('audit_exports')
    .select(['export_id', 'name', 'actor', 'on_behalf_of', 'content'])
    .where(mayName(`concat_ws(' ', name, actor, on_behalf_of, content::text)`))
    .forUpdate()
    .execute();
  const isPerson = (name: string | null) => name !== null && name.toLowerCase() === userName.toLowerCase();
  for (const { export_id: exportId, name, actor, on_behalf_of: onBehalfOf, content } of exports)
    await tx
      .updateTable('audit_exports')
      .set({
        name: name && clearedName(name, exportId),
        actor: isPerson(actor) ? pseudonym : actor,
        on_behalf_of: isPerson(onBehalfOf) ? pseudonym : onBehalfOf,
        content: JSON.stringify({ ...content, filters: cleared(content.filters) }),
      })
      .where('export_id', '=', exportId)
      .execute();
}
