/** Mails to the administrators of an organisation. */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { queueMail } from './queue.ts';
import type { MailData, MailTemplate } from './templates.ts';

/** Mails the organisation's administrators, or, if there are none, the system administrators. */
export async function mailAdministrators<Template extends MailTemplate>(
  tx: Transaction,
  organisationId: string,
  template: Template,
  dataFor: (userName: string) => MailData[Template],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ user_name: string; email: string; locale: string | null; own: boolean }>`
    SELECT user_name, email, locale, roles @> '{SubscriberAdministration}' AND organisation_id = ${organisationId} AS own
      FROM users WHERE enabled AND registered AND (roles @> '{SystemAdministration}'
        OR roles @> '{SubscriberAdministration}' AND organisation_id = ${organisationId})`.execute(tx);
  const own = rows.filter((row) => row.own);
  for (const person of own.length > 0 ? own : rows) await queueMail(tx, person, template, dataFor(person.user_name), now);
}
