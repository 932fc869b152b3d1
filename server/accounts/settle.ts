/**
 * What follows from a write of accounts, whatever road it came by: what ends, sponsors, mails, and the administrators who have to remain. It
 * is decided by the difference between the row before and after.
 */
import type { Queries, Transaction } from '../db/database.ts';
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
import { countOpeners, endOpeners, type Ended, type EndingAct, type OpenerName } from './openers.ts';

export interface Settling {
  /** `administrative`: only users who become administrators or cease to be get a mail, as a group may have thousands of members. */
  readonly mailsRoles?: 'all' | 'administrative';
  /** The owner has proven the new address. */
  readonly isEmailProven?: boolean;
}

const sponsorshipsOf = (author: Author, { userId, sponsorIds = [] }: AccountChange) =>
  [...new Set([...author.sponsorIds, ...sponsorIds])].map((sponsorId) => ({ userId, sponsorId }));

/** The acts that these changes are, each with its users, in the order in which they end what opens the accounts. */
function endingsOf(changes: readonly AccountChange[]): (readonly [EndingAct, readonly string[]])[] {
  const idsOf = (holds: (change: AccountChange) => boolean) => changes.filter(holds).map(({ userId }) => userId);
  return [
    ['disabling', idsOf(isDisabled)],
    ['moving', idsOf(isMoved)],
    ['newEmail', idsOf(hasNewEmail)],
    ['promotion', idsOf(isPromoted)],
  ];
}

/** What would end by these changes, which are not written: for each, the most that one of the acts ends. */
export async function previewEnded(queries: Queries, changes: readonly AccountChange[]): Promise<Ended> {
  const ended: Partial<Record<OpenerName, number>> = {};
  for (const [act, userIds] of endingsOf(changes))
    if (userIds.length > 0)
      for (const [name, count] of Object.entries(await countOpeners(queries, act, userIds)))
        ended[name as OpenerName] = Math.max(ended[name as OpenerName] ?? 0, count);
  return ended;
}

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
  const ended: Partial<Record<EndingAct, Ended>> = {};
  for (const [act, userIds] of endingsOf(changes)) ended[act] = await endOpeners(tx, act, userIds, now);
  await recordSponsors(
    tx,
    changes.filter(isSponsored).flatMap((change) => sponsorshipsOf(author, change)),
    now,
  );
  if (changes.some(losesSystemAdministrator)) await requireSystemAdministrator(tx);
  if (!author.isSystemAdministrator) await requireAdministrator(tx, changes.flatMap(formerlyAdministered));
  const ownersToMail = changes.filter(({ before, userName }) => before !== null && userName !== null);
  await mailNewEmail(tx, author, ownersToMail.filter(hasNewEmail), { toNewAddress: !isEmailProven });
  await mailRoles(tx, author, ownersToMail.filter(mailsRoles === 'all' ? hasNewRoles : hasNewAdministrativeRoles));
  for (const change of changes.filter(becomesSystemAdministrator))
    if (change.after.registered)
      await announceSystemAdministrator(tx, { account: nameOf(change), administrator: author.name }, now);
  return ended.disabling ?? {};
}
