/**
 * Notifies administrators of an organisation before a key or certificate ends, once at each of `ANNOUNCED_DAYS`. Each process may call
 * it at any time.
 */
import { sql, type RawBuilder } from 'kysely';
import { ANNOUNCED_DAYS } from '../../api/contract/ends.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { mailAdministrators } from './toAdministrators.ts';
import type { MailData } from './templates.ts';

interface Ending {
  readonly organisation_id: string;
  readonly organisation: string;
  readonly name: string;
  readonly ends_at: Date;
}

/** The days of `ANNOUNCED_DAYS` as rows with a column `days`. */
export const announcedDayRows = sql`unnest(${[...ANNOUNCED_DAYS]}::int[]) days`;

type Template = 'directoryKeyEnds' | 'certificateEnds' | 'ownCertificateEnds' | 'ownCertificateReplaced';

type DataOf<Mail extends Template> = (
  ending: Ending,
  told: { readonly userName: string; readonly expiresAt: string },
) => MailData[Mail];

/** @param announced marks what is due for a notification now, and returns it */
export const announceEnds = <Mail extends Template>(
  db: Db,
  template: Mail,
  announced: RawBuilder<Ending>,
  dataOf: DataOf<Mail>,
  now: Date,
): Promise<void> => transaction(db, (tx) => mailEnds(tx, template, announced, dataOf, now));

/** The same within a transaction. */
export async function mailEnds<Mail extends Template>(
  tx: Transaction,
  template: Mail,
  announced: RawBuilder<Ending>,
  dataOf: DataOf<Mail>,
  now: Date,
): Promise<void> {
  const { rows } = await announced.execute(tx);
  for (const ending of rows)
    await mailAdministrators(
      tx,
      ending.organisation_id,
      template,
      (userName) => dataOf(ending, { userName, expiresAt: ending.ends_at.toISOString() }),
      now,
    );
}
