/** Removes an erased user from all saved views: a search or a condition that names them is dropped, and so is a view's name. */
import { sql, type SqlBool } from 'kysely';
import type { Transaction } from '../db/database.ts';

interface Erasing {
  readonly userName: string;
  readonly emails: readonly string[];
  readonly displayName: string;
  readonly pseudonym: string;
}

export async function forgetInViews(tx: Transaction, { userName, emails, displayName, pseudonym }: Erasing): Promise<void> {
  const names = [userName, ...emails, displayName].map((name) => name.toLowerCase());
  const hasName = (text: string) => names.some((name) => text.toLowerCase().includes(name));
  const rows = await tx
    .selectFrom('views')
    .select(['view_id', 'name', 'content'])
    .where(sql<SqlBool>`EXISTS (SELECT FROM unnest(${names}::text[]) n WHERE strpos(lower(name || content::text), n) > 0)`)
    .forUpdate()
    .execute();
  for (const { view_id: viewId, name, content } of rows) {
    const cleared = {
      ...content,
      search: hasName(content.search) ? '' : content.search,
      where: content.where.filter((condition) => !hasName(JSON.stringify(condition))),
    };
    await tx
      .updateTable('views')
      .set({ content: JSON.stringify(cleared), ...(hasName(name) && { name: `${pseudonym} ${viewId.slice(0, 8)}` }) })
      .where('view_id', '=', viewId)
      .execute();
  }
}
