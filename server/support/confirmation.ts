/** The mail to the sender of a ticket: its number, and the link with which only they see its state. */
import type { BodyOf } from '../../api/contract/index.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import type { CallOf } from '../http/call.ts';
import { countHits, limitOf } from '../http/throttle.ts';
import { queueMail } from '../mail/queue.ts';
import { sha256 } from '../session/tokens.ts';
import type { TicketOwner } from './repository.ts';

interface Confirmed {
  readonly ticketNumber: string;
  /** Token of the link; not stored. */
  readonly token: string;
  readonly form: BodyOf<'Support.CreateTicket'>;
  readonly owner: TicketOwner;
  readonly call: Pick<CallOf<'Support.CreateTicket'>, 'locale' | 'now'>;
}

/**
 * Anybody can write any address into the form. So the mail contains nothing that was typed, and an address gets few mails; further
 * tickets are accepted without one.
 */
export async function confirmTicket(
  { config, keyring, publicUrl }: Pick<Context, 'config' | 'keyring' | 'publicUrl'>,
  tx: Transaction,
  { ticketNumber, token, form, owner, call: { locale, now } }: Confirmed,
): Promise<void> {
  const address = sha256(nameKey(form.Email)).toString('base64url');
  const { bucket, limit, windowMs } = limitOf(config, 'LIMIT_TICKET_MAILS', address);
  if ((await countHits(tx, bucket, windowMs, now, 1)).hits > limit) return;
  const url = new URL('/Support/Ticket', publicUrl());
  url.searchParams.set('token', token);
  const recipient = { email: form.Email, locale: owner.locale ?? form.Language ?? locale };
  await queueMail(tx, recipient, 'ticketOpened', { ticketNumber, link: mailedLink(keyring, url.href) }, now);
}
