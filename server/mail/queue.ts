/** Queues mails: a row in the transaction that causes it, so that change and mail are atomic. */
import { randomUUID } from 'node:crypto';
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

/** Validates a stored language tag; default locale if unknown. */
export const localeOf = (value: string | null | undefined): Locale => locales.find((locale) => locale === value) ?? defaultLocale;
