/** The user name and the address that a directory wants for a user: who may have them, and who gives them up. */
import type { AuditOrigin } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { isProvenElsewhere } from '../../db/provenDomains.ts';
import { takenAddressLimit, type TakenAddressLimit } from '../../http/takenAnswers.ts';
import { giveUpNames } from './former.ts';
import { audit, type Directory } from '../protocol/directory.ts';
import { duplicate, ScimError } from '../protocol/errors.ts';
import type { Sent } from './person.ts';
import { isUnmanaged, requireReach, type ScimUserRow } from './rows.ts';

/**
 * Requires that the directory may have the names, and takes them from users whom it has deleted.
 * @param row the user who gets them; undefined: a new one
 * @param related users of the directory who have one of the names
 * @throws ScimError 409; TooManyRequests
 */
export async function claimNames(
  tx: Transaction,
  directory: Directory,
  takenLimit: TakenAddressLimit,
  {
    row,
    sent,
    related,
  }: { readonly row: ScimUserRow | undefined; readonly sent: Sent; readonly related: readonly ScimUserRow[] },
): Promise<void> {
  const { organisationId, origin } = directory;
  const { email } = sent.columns;
  if (email !== row?.email) {
    // Whether the address is in use does not matter, so the reply does not disclose it.
    if (await isProvenElsewhere(tx, organisationId, nameKey(email))) throw duplicate('taken');
    if (await isUnmanaged(tx, organisationId, email)) throw duplicate('notAdopted');
    await takenLimit.requireRoomFor(tx, email);
  }
  const former = formerHolders(related, sent).filter((other) => other.user_id !== row?.user_id);
  for (const other of former) await requireReach(tx, directory, other);
  await freeNames(tx, former, origin);
}

/** Users whom the directory has deleted, and who have one of the names still. */
export const formerHolders = (related: readonly ScimUserRow[], sent: Sent): ScimUserRow[] =>
  related.filter((row) => row.deleted_at !== null && isHolder(row, sent));

export const freeNames = (tx: Transaction, former: readonly ScimUserRow[], origin: AuditOrigin): Promise<void> =>
  giveUpNames(
    tx,
    former.map((row) => row.user_id),
    origin,
    'Scim.UpdateUser',
  );

const isHolder = (row: ScimUserRow, { userName, columns }: Sent): boolean =>
  nameKey(row.user_name) === nameKey(userName) || nameKey(row.email) === nameKey(columns.email);

/** Limits how often a directory is told that an address is taken in another organisation, for all keys of an organisation together. */
export const takenAddressLimitOf = (context: Pick<Context, 'db' | 'config'>, directory: Directory): TakenAddressLimit =>
  takenAddressLimit(context, {
    name: `scim:${directory.organisationId}`,
    organisationId: directory.organisationId,
    now: directory.now,
    isTaken: (error) => error instanceof ScimError && error.problem === 'taken',
    record: (email) =>
      audit(context.db, directory, 'Refuse', { outcome: 'refused', target: email, details: { code: 'EmailTaken' } }),
  });
