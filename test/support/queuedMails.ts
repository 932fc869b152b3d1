/** Mails as rows of the queue, sent or not, oldest first; `mails.ts` reads what was sent. */
import { factsOf, type Site } from './facts.ts';

interface QueuedMail {
  readonly recipient: string;
  readonly template: string;
  readonly locale: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
}

export const queuedMails = factsOf<QueuedMail>(
  'mails',
  {
    recipient: 'recipient',
    template: 'template',
    locale: 'locale',
    data: 'data',
    sentAt: 'sent_at',
    lastError: 'last_error',
  },
  'created_at, recipient',
);

export const forgetMails = ({ database }: Site) => database.query('DELETE FROM mails');

export const makeMailsDue = ({ database }: Site) =>
  database.query('UPDATE mails SET next_attempt_at = now() WHERE sent_at IS NULL');

export const queueMail = ({ database }: Site, recipient: string, template: string, data: object = {}, locale = 'en-US') =>
  database.query(
    `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, now(), now())`,
    [recipient, locale, template, data],
  );
