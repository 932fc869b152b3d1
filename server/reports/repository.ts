/** Rows of saved reports and of exports. */
import { sql, type SqlBool } from 'kysely';
import { AUDIT_READER_ROLES, reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { ReportContent, ReportSchedule } from '../../api/contract/reports.shapes.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { toPerson } from '../session/principals.ts';

const readerRoles = sql`${[...AUDIT_READER_ROLES]}::text[]`;

const selectReports = (queries: Queries) =>
  queries
    .selectFrom('reports as r')
    .leftJoin('users as u', 'u.user_id', 'r.owner_id')
    .select(['r.report_id', 'r.owner_id', 'r.organisation_id', 'r.name', 'r.visibility', 'r.next_at', 'r.stopped_at'])
    .select(['r.created_at', 'r.changed_at', 'u.user_name as owner_name', 'u.display_name as owner'])
    .select(sql<ReportContent>`r.content`.as('content'))
    .select(sql<ReportSchedule | null>`r.schedule`.as('schedule'))
    .select(sql<boolean>`coalesce(u.enabled AND u.roles && ${readerRoles}, false)`.as('has_active_owner'));

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

export const findReports = (queries: Queries, { userId, organisationId }: Person): Promise<ReportRow[]> =>
  selectReports(queries)
    .where(sql<SqlBool>`r.organisation_id = ${organisationId} AND (r.owner_id = ${userId} OR r.visibility = 'organisation')`)
    .orderBy('r.name_key')
    .orderBy('r.report_id')
    .execute();

export const findReport = (queries: Queries, reportId: string): Promise<ReportRow | undefined> =>
  selectReports(queries).where('r.report_id', '=', reportId).executeTakeFirst();

export const lockReport = (tx: Transaction, reportId: string): Promise<ReportRow | undefined> =>
  selectReports(tx).where('r.report_id', '=', reportId).forUpdate('r').executeTakeFirst();

/** Locks the report that is due longest, except `failed` ones and those that another process has locked. */
/** SQL: whether scheduled reports are due. */
export const reportsAreDue = (now: Date) => sql<boolean>`EXISTS (SELECT FROM reports WHERE next_at <= ${now})`;

export const lockDueReport = (tx: Transaction, now: Date, failed: readonly string[]): Promise<ReportRow | undefined> =>
  selectReports(tx)
    .where('r.next_at', '<=', now)
    .where(sql<SqlBool>`r.report_id <> ALL (${failed}::uuid[])`)
    .orderBy('r.next_at')
    .limit(1)
    .forUpdate('r')
    .skipLocked()
    .executeTakeFirst();

/** Locks the reports of one owner, so that they are counted and added one at a time. @returns their number */
export async function lockReportsOf(tx: Transaction, userId: string): Promise<number> {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute();
  const { reports } = await tx
    .selectFrom('reports')
    .select(sql<number>`count(*)::int`.as('reports'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return reports;
}

const selectExports = (queries: Queries) =>
  queries.selectFrom('audit_exports as x').selectAll('x').orderBy('x.at', 'desc').orderBy('x.export_id', 'desc');

export type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['execute']>>[number];

/** The last export of a page. */
export interface ExportCursor {
  readonly at: Date;
  readonly exportId: string;
}

export function findExports(
  queries: Queries,
  reader: Person,
  after: ExportCursor | undefined,
  limit: number,
): Promise<ExportRow[]> {
  let query = selectExports(queries).limit(limit);
  if (!reachesAllOrganisations(reader)) query = query.where('x.organisation_id', '=', reader.organisationId);
  if (after) query = query.where(sql<SqlBool>`(x.at, x.export_id) < (${after.at}::timestamptz, ${after.exportId}::uuid)`);
  return query.execute();
}

export const findExport = (queries: Queries, exportId: string): Promise<ExportRow | undefined> =>
  selectExports(queries).where('x.export_id', '=', exportId).executeTakeFirst();

/** Finds a user with their present rights; undefined unless the account can log in. */
export async function findActivePerson(
  queries: Queries,
  userId: string,
): Promise<(Person & { locale: string | null }) | undefined> {
  const row = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.display_name', 'u.email', 'u.organisation_id', 'u.roles', 'u.locale'])
    .select('o.house')
    .where('u.user_id', '=', userId)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where('o.approved', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...toPerson(row), locale: row.locale };
}
