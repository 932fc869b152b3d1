/** Ends all sessions of a user, for an administrator. */
import type { Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import { queueMail } from '../../mail/queue.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import type { DetailRow } from '../read/rows.ts';

/** Ends the sessions and notifies the user. @returns undefined if there were none */
export async function endAllSessions(
  tx: Transaction,
  { person, now }: Pick<CallOf<'Users.EndSessions'>, 'person' | 'now'>,
  user: DetailRow,
): Promise<{ sessionsEnded: number } | undefined> {
  const sessionsEnded = await endSessionsOf(tx, user.user_id);
  if (sessionsEnded === 0) return undefined;
  const userName = user.user_name ?? user.email;
  const data = { userName, at: now.toISOString(), administrator: person.displayName };
  await queueMail(tx, user, 'sessionsEnded', data, now);
  return { sessionsEnded };
}
