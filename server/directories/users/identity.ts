/**
 * Decides who a user of a directory is: an `externalId` names one user for ever, and a user name counts only where neither side has an
 * `externalId`. A name that a user has given up belongs to no one (RFC 7643, 3.1: an id is never reassigned).
 */
import { nameKey } from '../../db/names.ts';

interface KnownUser {
  readonly user_name: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly deleted_at: Date | null;
}

interface SentUser {
  readonly userName: string;
  /** Undefined: the directory has not sent it. */
  readonly externalId: string | null | undefined;
}

const hasName = (row: KnownUser, { userName }: SentUser) => nameKey(row.user_name) === nameKey(userName);

const isSame = (row: KnownUser, sent: SentUser): boolean =>
  row.external_id === (sent.externalId ?? null) && (row.external_id !== null || hasName(row, sent));

/**
 * Who a created user is. @param found users of the directory with this `externalId` or this user name, deleted ones too
 * @returns a former user who comes back; `new`; or `conflict` with a user who is there
 */
export function whoIsCreated<T extends KnownUser>(sent: SentUser, found: readonly T[]): T | 'new' | 'conflict' {
  const same = found.find((row) => isSame(row, sent));
  const holder = found.find((row) => row !== same && row.deleted_at === null && hasName(row, sent));
  if (holder || (same?.deleted_at === null && same.active)) return 'conflict';
  return same ?? 'new';
}

/**
 * Whether a change would make a disabled user another one. The `externalId` of an enabled user may change, as when its mapping is
 * mended at the directory.
 */
export const becomesAnother = (row: KnownUser, { externalId }: SentUser): boolean =>
  !row.active && row.external_id !== null && externalId !== undefined && externalId !== row.external_id;
