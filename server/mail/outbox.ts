/** The outbox in the database: due mails are claimed by one process each, then sent, postponed or given up. */
import { sql, type Selectable } from 'kysely';
import { addMs } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import type { MailsTable } from '../db/schema/foundation.ts';
import { queueMail } from './queue.ts';

export type QueuedMail = Pick<
  Selectable<MailsTable>,
  'mail_id' | 'recipient' | 'locale' | 'template' | 'data' | 'created_at' | 'attempts'
>;

/** After a crash another process may claim the mail this long after the last renewal. */
const LEASE_MS = 20_000;
/** Interval at which a sending process renews its lease. */
export const RENEW_MS = 5_000;

/** SQL condition on rows of `mails`. */
const isDue = (now: Date) => sql<boolean>`sent_at IS NULL AND next_attempt_at <= ${now}`;

/** SQL: whether mails can be sent. */
export const mailsAreDue = (now: Date) => sql<boolean>`EXISTS (SELECT FROM mails WHERE ${isDue(now)})`;

/**
 * Claims up to `limit` due mails. A claim is a lease, so concurrent processes never get the same mail; it is due again when the
 * lease expires.
 * @param held mails this process is sending, whatever became of their lease
 */
export async function claimMails(db: Db, limit: number, held: readonly string[], now: Date): Promise<QueuedMail[]> {
  return db
    .with(
      // Materialized: a plan that ran the subquery once a row would claim more than the limit.
      (cte) => cte('due').materialized(),
      (queries) =>
        queries
          .selectFrom('mails')
          .select('mail_id')
          .where(isDue(now))
          .$if(held.length > 0, (query) => query.where('mail_id', 'not in', [...held]))
          .orderBy('next_attempt_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('mails')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: addMs(now, LEASE_MS) })
    .where('mail_id', 'in', (queries) => queries.selectFrom('due').select('due.mail_id'))
    .returning(['mail_id', 'recipient', 'locale', 'template', 'data', 'created_at', 'attempts'])
    .execute();
}

export async function renewLease(db: Db, mailId: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: addMs(now, LEASE_MS) })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

/** Deletes a sent mail's data: its links must not be found in a backup. */
export async function markSent(db: Db, mailId: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: now, data: '{}', last_error: null })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

const MAX_ERROR_LENGTH = 500;

export async function postpone(db: Db, mailId: string, until: Date, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: until, last_error: error.slice(0, MAX_ERROR_LENGTH) })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * Gives a mail up: it stays, unsent and without its links, for the operator to see why; the inviter of a failed invitation is
 * notified by mail.
 */
export async function giveUp(
  db: Db,
  { mail_id: mailId, recipient, template }: QueuedMail,
  error: string,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('mails')
      .set({ next_attempt_at: sql<Date>`'infinity'`, data: '{}', last_error: error.slice(0, MAX_ERROR_LENGTH) })
      .where('mail_id', '=', mailId)
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || template !== 'invitation') return;
    const inviter = await tx
      .selectFrom('users as u')
      .innerJoin('users as i', 'i.user_name', 'u.invited_by')
      .select(['i.email', 'i.user_name', 'i.locale'])
      .where('u.email', '=', recipient)
      .where('u.registered_at', 'is', null)
      .where('i.enabled', '=', true)
      .executeTakeFirst();
    if (!inviter?.user_name) return;
    const data = { userName: inviter.user_name, at: now.toISOString(), email: recipient };
    await queueMail(tx, inviter, 'invitationRefused', data, now);
  });
}
