/** SQL of the audit: events in scope, newest first, paged by sequence number. */
import { sql } from 'kysely';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { QueryOf } from '../../api/contract/index.ts';
import { csvPlain, csvRecord, csvText, csvTime } from '../export/csvSql.ts';
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';

export type AuditQuery = QueryOf<'Users.AuditReport'>;

export async function findEvents(queries: Queries, actor: Person, query: AuditQuery, limit: number) {
  return matching(queries, actor, query)
    .$if(query.cursor !== undefined, (all) => all.where('e.seq', '<', cursorOf(query.cursor as string)))
    .selectAll('e')
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .execute();
}

/** All matches, newest first; for a cursor. */
export const allEvents = (queries: Queries, actor: Person, query: AuditQuery) =>
  matching(queries, actor, query).selectAll('e').orderBy('e.seq', 'desc');

const text = (column: string) => csvText(sql.ref(`e.${column}`));
const plain = (column: string) => csvPlain(sql.ref(`e.${column}`));

/** The columns of the CSV. Named as in the contract and not translated, because programs read the file too. */
const fileColumns = {
  eventId: plain('event_id'),
  at: csvTime(sql.ref('e.at')),
  actor: text('actor'),
  onBehalfOf: text('on_behalf_of'),
  action: text('action'),
  target: text('target'),
  organisation: text('organisation'),
  outcome: plain('outcome'),
  ip: text('ip'),
  userAgent: text('user_agent'),
  details: csvText(sql`e.details::text`),
};
export const fileHeader = Object.keys(fileColumns);

/** All matches as CSV records. */
export const allRecords = (queries: Queries, actor: Person, query: AuditQuery) =>
  matching(queries, actor, query)
    .select(csvRecord(Object.values(fileColumns)).as('line'))
    .orderBy('e.seq', 'desc');

export async function countEvents(queries: Queries, actor: Person, query: AuditQuery): Promise<number> {
  const { total } = await matching(queries, actor, query)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function matching(queries: Queries, actor: Person, { from, to, actor: by, target, action, outcome }: AuditQuery) {
  let query = queries.selectFrom('audit_events as e');
  if (!reachesAllOrganisations(actor)) query = query.where('e.organisation_id', '=', actor.organisationId);
  if (from !== undefined) query = query.where('e.at', '>=', new Date(from));
  if (to !== undefined) query = query.where('e.at', '<', new Date(to));
  if (by)
    query = query.where((where) =>
      where.or([where(sql`lower(e.actor)`, '=', by.toLowerCase()), where(sql`lower(e.on_behalf_of)`, '=', by.toLowerCase())]),
    );
  if (target) query = query.where(sql`lower(e.target)`, '=', target.toLowerCase());
  if (action)
    query = query.where(
      'e.action',
      action.endsWith('.') ? 'like' : '=',
      action.endsWith('.') ? `${action.replaceAll(/[\\%_]/g, '\\$&')}%` : action,
    );
  if (outcome) query = query.where('e.outcome', '=', outcome);
  return query;
}

function cursorOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw problem('Invalid', { fields: { cursor: { problem: 'BadRequest' } } });
  return Number(text);
}
