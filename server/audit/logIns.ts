/** The logins of one user: the events of their steps, with browser and address. */
import { sql, type SqlBool } from 'kysely';
import type { LogInEvent } from '../../api/contract/audit.ts';
import type { ReplyOf } from '../../api/contract/index.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { inScopeOf } from '../db/target.ts';
import { describeBrowser } from '../http/browser.ts';
import { after, exactTime, newestFirst, pageOf, type EventRow } from './repository.ts';

const PAGE_EVENTS = 20;

const logInActions = [
  'Login.Login',
  'Mfa.Login',
  'Mfa.RecoveryCode',
  'Mfa.Enable',
  'Passkeys.Login',
  'Connections.LogIn',
] as const;
/** Details that say what came of a step, and why. */
const shownDetails = ['outcome', 'reason', 'code', 'connection', 'problem', 'failures'] as const;

type Page = ReplyOf<'Users.LogIns'>;
interface Subject {
  readonly userId: string;
  readonly userName: string;
}

/** @returns undefined for a user unknown, out of scope, or not registered */
export async function findSubject(queries: Queries, actor: Person, userName: string): Promise<Subject | undefined> {
  const row = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name'])
    .where('u.user_name_key', '=', nameKey(userName))
    .where(inScopeOf(actor))
    .executeTakeFirst();
  return row?.user_name == null ? undefined : { userId: row.user_id, userName: row.user_name };
}

/** @param reader absent: the user, who sees all of them */
export async function findLogIns(
  queries: Queries,
  { userId, userName }: Subject,
  cursor: string | undefined,
  reader?: Person,
): Promise<Page> {
  const events = queries
    .selectFrom('audit_events as e')
    // The index is by name; the user id excludes a former user of the same name.
    .where(sql<SqlBool>`lower(e.target) = ${userName.toLowerCase()}`)
    .where('e.target_user_id', '=', userId)
    .where('e.action', 'in', logInActions)
    // Setting up MFA later is no login.
    .where(sql<SqlBool>`(e.outcome <> 'success' OR e.details ? 'outcome')`)
    .$if(reader !== undefined && !reachesAllOrganisations(reader), (query) =>
      query.where('e.organisation_id', '=', (reader as Person).organisationId),
    );
  const rows = await newestFirst(cursor === undefined ? events : after(events, cursor))
    .limit(PAGE_EVENTS + 1)
    .selectAll('e')
    .select(exactTime)
    .execute();
  const { shown, nextCursor } = pageOf(rows, PAGE_EVENTS);
  return { events: shown.map(present), nextCursor };
}

const present = ({ details, ...row }: EventRow): LogInEvent => ({
  eventId: row.event_id,
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  target: row.target,
  outcome: row.outcome,
  details: Object.fromEntries(shownDetails.flatMap((name) => (name in details ? [[name, details[name]]] : []))),
  browser: describeBrowser(row.user_agent),
  address: row.ip ?? '',
});
