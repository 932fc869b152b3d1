/** The outbox in the store: mails that are due, claimed by one process at a time, then sent, put off, or given up. */
import { sql, type Selectable } from 'kysely';
import { addMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { MailsTable } from '../db/schema.ts';

export type QueuedMail = Pick<
  Selectable<MailsTable>,
  'mail_id' | 'recipient' | 'locale' | 'template' | 'data' | 'created_at' | 'attempts'
>;

/** After a crash, another process may take a mail this long after the last sign of life of the one that had it. */
const LEASE_MS = 20_000;
/** How often a process that is still sending says so. */
export const RENEW_MS = 5_000;

/**
 * Claims up to `limit` due mails. Several processes never get the same one, for a claim is a lease: the mail is due again
 * only when the lease runs out.
 * @param held what this process has in hand, whatever became of the lease
 */
export async function claimMails(db: Db, limit: number, held: readonly string[], now: Date): Promise<QueuedMail[]> {
  return db
    .updateTable('mails')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: addMs(now, LEASE_MS) })
    .where('mail_id', 'in', (due) =>
      due
        .selectFrom('mails')
        .select('mail_id')
        .where('sent_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .$if(held.length > 0, (query) => query.where('mail_id', 'not in', [...held]))
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
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

/** A sent mail keeps no links: what they opened must not be found in a backup. */
export async function markSent(db: Db, mailId: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: now, data: '{}', last_error: null })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

const MAX_ERROR = 500;

export async function putOff(db: Db, mailId: string, until: Date, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: until, last_error: error.slice(0, MAX_ERROR) })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}

/** The mail stays, unsent and without its links, so that an operator finds out why. */
export async function giveUp(db: Db, mailId: string, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: sql<Date>`'infinity'`, data: '{}', last_error: error.slice(0, MAX_ERROR) })
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .execute();
}
