/** Applies the planned changes in one transaction: users, sessions of disabled accounts, mails, audit, run. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import type { Author } from '../accounts/author.ts';
import { writeList } from '../accounts/list.ts';
import { appendAuditEvent, appendAuditEvents, type AuditOrigin } from '../audit/append.ts';
import type { ListHead } from './list.ts';
import type { Counts } from './plan.ts';

/** Mails a new user a link to set a password. */
export type MailLink = (tx: Transaction, to: { userId: string; userName: string; email: string }, now: Date) => Promise<void>;

interface Run {
  head: ListHead;
  counts: Counts & { unchanged: number };
  by: Person;
  author: Author;
  origin: AuditOrigin;
  now: Date;
}

/** @throws LastSystemAdministrator if, by a concurrent change, no system administrator would be left */
export async function applyChanges(tx: Transaction, run: Run, mailLink: MailLink): Promise<void> {
  await writeList(tx, run.author, run.head.source);
  if (run.head.mailLinks) await mailLinks(tx, run.now, mailLink);
  await recordRun(tx, run);
}

/** Mails links to new users who may log in once the password is set. */
async function mailLinks(tx: Transaction, now: Date, mailLink: MailLink): Promise<void> {
  const { rows } = await sql<{ userId: string; userName: string; email: string }>`
    SELECT u.user_id AS "userId", u.user_name AS "userName", u.email FROM sync_changes c JOIN users u USING (user_id)
     WHERE c.kind = 'created' AND u.enabled ORDER BY c.row`.execute(tx);
  for (const row of rows) await mailLink(tx, row, now);
}

async function recordRun(tx: Transaction, { head, counts, by: { userName: by }, origin, now }: Run): Promise<void> {
  const { source, disableMissing } = head;
  const operation = randomUUID();
  await appendAuditEvents(
    tx,
    origin,
    'Users.Sync',
    sql`SELECT user_name AS target, user_id AS target_user_id, organisation_id,
               jsonb_build_object('source', ${source}::text, 'kind', kind, 'fields', fields) AS details
          FROM sync_changes ORDER BY row NULLS LAST, user_name`,
    operation,
  );
  await appendAuditEvent(tx, origin, {
    action: 'Users.Sync',
    target: source,
    details: { operation, source, disableMissing, ...counts },
  });
  await tx
    .insertInto('sync_runs')
    .values({ at: now, source, by, ...counts })
    .onConflict((conflict) => conflict.column('at').doUpdateSet({ source, by, ...counts }))
    .execute();
}
