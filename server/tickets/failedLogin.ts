/** Finds the refused login that a ticket concerns. */
import { sql, type SqlBool } from 'kysely';
import type { TicketDetail } from '../../api/contract/tickets.ts';
import { addMs, DAY, MINUTE } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { DetailRow } from './rows.ts';

/** The reference on the page of a refused login: the first letter of the reason, and its time in UTC by the browser's clock. */
const REFERENCE = /\b[A-Z]-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\b/;
/** The tolerated error of a browser's clock. */
const TOLERANCE_MS = 10 * MINUTE;

/** The login that the ticket's reference names, else the user's last one in the day before the ticket. */
export async function findFailedLogin(
  queries: Queries,
  { user_id: userId, user_name: userName, created_at: createdAt, fields }: DetailRow,
): Promise<TicketDetail['failedLogin']> {
  if (userId === null || userName === null) return null;
  const named = timeIn(fields.IssueDescription ?? '');
  const [from, to] = named ? [addMs(named, -TOLERANCE_MS), addMs(named, TOLERANCE_MS)] : [addMs(createdAt, -DAY), createdAt];
  const row = await queries
    .selectFrom('audit_events')
    .select(['at', 'details'])
    // The index is by name; the user id excludes a former user of the same name.
    .where(sql<SqlBool>`lower(target) = ${userName.toLowerCase()}`)
    .where('target_user_id', '=', userId)
    .where('action', '=', 'Login.Login')
    .where('outcome', '<>', 'success')
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { reason } = row.details as { reason?: unknown };
  return { at: row.at.toISOString(), reason: typeof reason === 'string' ? reason : null };
}

function timeIn(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = REFERENCE.exec(text) ?? [];
  const at = new Date(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
