/** SELECTs of tickets, and the condition for seeing them. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { personReference } from '../db/personReference.ts';

const EXCERPT_CHARACTERS = 200;

/** `maySeeTicket` in SQL, for tickets as `t`. */
export const visibleTo = (actor: Person): Expression<SqlBool> =>
  reachesAllOrganisations(actor) ? sql<SqlBool>`true` : sql<SqlBool>`t.organisation_id = ${actor.organisationId}`;

/** A user who has moved to another organisation is not shown to the former one. */
const userIsVisibleTo = (actor: Person): Expression<SqlBool> =>
  reachesAllOrganisations(actor) ? sql<SqlBool>`true` : sql<SqlBool>`u.organisation_id = ${actor.organisationId}`;

/** The reference that the page of a refused login shows, as `failedLogin.ts` reads it. */
const REFERENCE = '\\m[A-Z]-\\d{8}-\\d{6}\\M';

/** The user of `tickets as t`, joined as `u`, cannot log in, or was refused when the ticket was written. */
export const keptOut = sql<boolean>`(coalesce(u.locked_until > now() OR NOT u.enabled OR NOT u.registered, false)
  OR t.fields ->> 'IssueDescription' ~ ${sql.lit(REFERENCE)})`;

export const selectTickets = (queries: Queries, actor: Person) =>
  queries
    .selectFrom('tickets as t')
    .leftJoin('users as u', (join) => join.onRef('u.user_id', '=', 't.user_id').on(userIsVisibleTo(actor)))
    .leftJoin('users as a', 'a.user_id', 't.assigned_to')
    .leftJoin('organisations as o', 'o.organisation_id', 't.organisation_id')
    .where(visibleTo(actor));

export const selectSummaries = (queries: Queries, actor: Person) =>
  selectTickets(queries, actor).select([
    't.ticket_id',
    't.ticket_number',
    't.organisation_id',
    't.sent_by',
    't.user_id as ticket_user_id',
    't.version',
    't.created_at',
    't.answered_at',
    't.closed_at',
    'o.name as organisation_name',
    'u.user_id',
    'u.user_name',
    'u.display_name',
    'a.user_id as assigned_id',
    personReference('a').as('assigned'),
    sql<string>`t.fields ->> 'Email'`.as('email'),
    sql<string | null>`t.fields ->> 'Username'`.as('typed_user_name'),
    sql<string>`t.fields ->> 'Urgency'`.as('urgency'),
    keptOut.as('kept_out'),
    sql<string>`left(regexp_replace(t.fields ->> 'IssueDescription', '\\s+', ' ', 'g'), ${sql.lit(EXCERPT_CHARACTERS)})`.as(
      'excerpt',
    ),
    sql<number>`(SELECT count(*)::int FROM attachments f WHERE f.ticket_id = t.ticket_id)`.as('files'),
  ]);

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];

export const findDetail = (queries: Queries, actor: Person, ticketNumber: string) =>
  selectSummaries(queries, actor).select('t.fields').where('t.ticket_number', '=', ticketNumber.toUpperCase()).executeTakeFirst();

export type DetailRow = NonNullable<Awaited<ReturnType<typeof findDetail>>>;

export const findAttachments = (queries: Queries, ticketId: string) =>
  queries
    .selectFrom('attachments')
    .select(['attachment_id', 'file_name', 'mime_type', 'size'])
    .where('ticket_id', '=', ticketId)
    .orderBy('file_name')
    .orderBy('attachment_id')
    .execute();

export const findEntries = (queries: Queries, ticketId: string) =>
  queries
    .selectFrom('ticket_entries as e')
    .leftJoin('users as u', 'u.user_id', 'e.author_id')
    .leftJoin('users as a', 'a.user_id', 'e.assigned_to')
    .select(['e.entry_id', 'e.at', 'e.kind', 'e.text'])
    .select([personReference('u').as('author'), personReference('a').as('assigned')])
    .where('e.ticket_id', '=', ticketId)
    .orderBy('e.at')
    .orderBy('e.entry_id')
    .execute();

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];
