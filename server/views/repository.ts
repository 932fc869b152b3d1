/** Rows of saved views, each with its owner and whether it is its organisation's default. */
import { sql, type SqlBool } from 'kysely';
import { ADMINISTRATOR_ROLES, type Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';

const selectViews = (queries: Queries) =>
  queries
    .selectFrom('views as v')
    .leftJoin('users as u', 'u.user_id', 'v.owner_id')
    .leftJoin('default_views as d', 'd.view_id', 'v.view_id')
    .select(['v.view_id', 'v.owner_id', 'v.organisation_id', 'v.name', 'v.visibility', 'v.created_at', 'v.changed_at'])
    .select(sql`v.content`.as('content'))
    .select(['u.user_name as owner_name', 'u.display_name as owner'])
    .select(sql<boolean>`coalesce(u.enabled AND u.roles && ${[...ADMINISTRATOR_ROLES]}::text[], false)`.as('has_active_owner'))
    .select(sql<boolean>`d.view_id IS NOT NULL`.as('is_default'));

export type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number];

const visibleTo = ({ userId, organisationId }: Person) =>
  sql<SqlBool>`v.organisation_id = ${organisationId} AND (v.owner_id = ${userId} OR v.visibility = 'organisation')`;

export const findViews = (queries: Queries, reader: Person): Promise<ViewRow[]> =>
  selectViews(queries).where(visibleTo(reader)).orderBy('v.name_key').orderBy('v.view_id').execute();

export const findView = (queries: Queries, viewId: string): Promise<ViewRow | undefined> =>
  selectViews(queries).where('v.view_id', '=', viewId).executeTakeFirst();

export const lockView = (tx: Transaction, viewId: string): Promise<ViewRow | undefined> =>
  selectViews(tx).where('v.view_id', '=', viewId).forUpdate('v').executeTakeFirst();

/** Locks the views of one owner, so that they are counted and added one at a time. @returns their number */
export async function lockViewsOf(tx: Transaction, userId: string): Promise<number> {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute();
  const { views } = await tx
    .selectFrom('views')
    .select(sql<number>`count(*)::int`.as('views'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return views;
}

/** @returns whether it was not the default before */
export async function makeDefault(tx: Transaction, organisationId: string, viewId: string): Promise<boolean> {
  const changed = await tx
    .insertInto('default_views')
    .values({ organisation_id: organisationId, view_id: viewId })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet({ view_id: viewId }).where('default_views.view_id', '!=', viewId),
    )
    .returning('view_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** @returns whether it was the default */
export async function endDefault(tx: Transaction, viewId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('default_views').where('view_id', '=', viewId).executeTakeFirst();
  return numDeletedRows > 0n;
}
