/** Queues mails: a row in the transaction that causes it, so that change and mail are atomic. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { defaultLocale, locales, type Locale } from '../../api/contract/locale.ts';
import type { MailData, MailTemplate } from './templates.ts';

export interface Recipient {
  readonly email: string;
  /** The language stored with the account. */
  readonly locale?: string | null;
}

export async function queueMail<Template extends MailTemplate>(
  queries: Queries,
  to: Recipient,
  template: Template,
  data: MailData[Template],
  now: Date,
): Promise<void> {
  await queries
    .insertInto('mails')
    .values({
      mail_id: randomUUID(),
      recipient: to.email,
      locale: localeOf(to.locale),
      template,
      data: JSON.stringify(data),
      created_at: now,
      next_attempt_at: now,
      sent_at: null,
      last_error: null,
    })
    .execute();
}

type NewMail = {
  readonly [Template in MailTemplate]: { readonly to: Recipient; readonly template: Template; readonly data: MailData[Template] };
}[MailTemplate];

/** Queues many mails by one statement. */
export async function queueMails(queries: Queries, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, template, data }) => ({ recipient: to.email, locale: localeOf(to.locale), template, data }));
  await sql`INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
    SELECT gen_random_uuid(), recipient, locale, template, data, ${now}::timestamptz, ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS mail (recipient text, locale text, template text, data jsonb)`.execute(
    queries,
  );
}

/** Validates a stored language tag; default locale if unknown. */
export const localeOf = (value: string | null | undefined): Locale => locales.find((locale) => locale === value) ?? defaultLocale;
