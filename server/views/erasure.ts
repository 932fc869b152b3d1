/** Removes an erased user from all saved views: a search or a condition that names them is dropped, and so is a view's name. */
import { sql, type SqlBool } from 'kysely';
import type { Transaction } from '../db/database.ts';

interface Erasing {
  readonly names: readonly string[];
  readonly isNamedIn: (text: string) => boolean;
  readonly pseudonym: string;
}

export async function forgetInViews(tx: Transaction, { names, isNamedIn, pseudonym }: Erasing): Promise<void> {
  const keys = names.map((name) => name.toLowerCase());
  const rows = await tx
    .selectFrom('views')
    .select(['view_id', 'name', 'content'])
    .where(sql<SqlBool>`EXISTS (SELECT FROM unnest(${keys}::text[]) n WHERE strpos(lower(name || content::text), n) > 0)`)
    .forUpdate()
    .execute();
  for (const { view_id: viewId, name, content } of rows) {
    const cleared = {
      ...content,
      search: isNamedIn(content.search) ? '' : content.search,
      where: content.where.filter((condition) => !('value' in condition && isNamedIn(String(condition.value)))),
    };
    await tx
      .updateTable('views')
      .set({ content: JSON.stringify(cleared), ...(isNamedIn(name) && { name: `${pseudonym} ${viewId.slice(0, 8)}` }) })
      .where('view_id', '=', viewId)
      .execute();
  }
}
