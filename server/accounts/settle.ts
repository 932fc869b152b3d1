/**
 * What follows from a write of accounts, whatever road it came by: what ends, sponsors, mails, and the administrators who have to remain. It
 * is decided by the difference between the row before and after.
 */
import type { Transaction } from '../db/database.ts';
import { recordSponsors } from '../approvals/sponsors.ts';
import { announceSystemAdministrator, requireAdministrator, requireSystemAdministrator } from './administrators.ts';
import type { Author } from './author.ts';
import {
  becomesSystemAdministrator,
  formerlyAdministered,
  hasNewAdministrativeRoles,
  hasNewEmail,
  hasNewRoles,
  isDisabled,
  isMoved,
  isPromoted,
  isSponsored,
  losesSystemAdministrator,
  nameOf,
  type AccountChange,
} from './change.ts';
import { mailNewEmail, mailRoles } from './mails.ts';
import { endOpeners, type Ended } from './openers.ts';

export interface Settling {
  /** `administrative`: only users who become administrators or cease to be get a mail, as a group may have thousands of members. */
  readonly mailsRoles?: 'all' | 'administrative';
  /** The owner has proven the new address. */
  readonly isEmailProven?: boolean;
}

const sponsorshipsOf = (author: Author, { userId, sponsorIds = [] }: AccountChange) =>
  [...new Set([...author.sponsorIds, ...sponsorIds])].map((sponsorId) => ({ userId, sponsorId }));

/**
 * Call it after the write, in its transaction, with the rows locked.
 * @returns what has ended for users who were disabled
 * @throws LastSystemAdministrator, LastAdministrator
 */
export async function settle(
  tx: Transaction,
  author: Author,
  changes: readonly AccountChange[],
  { mailsRoles = 'all', isEmailProven = false }: Settling = {},
): Promise<Ended> {
  const { now } = author;
  const idsOf = (holds: (change: AccountChange) => boolean) => changes.filter(holds).map(({ userId }) => userId);
  const ended = await endOpeners(tx, 'disabling', idsOf(isDisabled), now);
  await endOpeners(tx, 'moving', idsOf(isMoved), now);
  await endOpeners(tx, 'newEmail', idsOf(hasNewEmail), now);
  await endOpeners(tx, 'promotion', idsOf(isPromoted), now);
  await recordSponsors(
    tx,
    changes.filter(isSponsored).flatMap((change) => sponsorshipsOf(author, change)),
    now,
  );
  if (changes.some(losesSystemAdministrator)) await requireSystemAdministrator(tx);
  if (!author.isSystemAdministrator) await requireAdministrator(tx, changes.flatMap(formerlyAdministered));
  const known = changes.filter(({ before, userName }) => before !== null && userName !== null);
  await mailNewEmail(tx, author, known.filter(hasNewEmail), { toNewAddress: !isEmailProven });
  await mailRoles(tx, author, known.filter(mailsRoles === 'all' ? hasNewRoles : hasNewAdministrativeRoles));
  for (const made of changes.filter(becomesSystemAdministrator))
    if (made.after.registered) await announceSystemAdministrator(tx, { account: nameOf(made), administrator: author.name }, now);
  return ended;
}
