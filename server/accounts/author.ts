/** The author of a write of accounts: an administrator, the user, the operator, or a program. */
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import { actorOf, recordSponsors } from '../approvals/sponsors.ts';
import type { SessionState } from '../session/principal.ts';

export interface Author {
  /** Named in mails to the user. */
  readonly name: string;
  /** The administrators who answer for the write: they do not approve for the account, nor it for them. */
  readonly sponsorIds: readonly string[];
  /** Whether the write may take away an organisation's last administrator: system administrators still administer it. */
  readonly isSystemAdministrator: boolean;
  readonly now: Date;
}

/** @param session absent where the server carries out an approved act of this administrator */
export const administrator = ({
  person,
  session,
  now,
}: {
  readonly person: Person;
  readonly session?: Pick<SessionState, 'impersonation'> | null;
  readonly now: Date;
}): Author => ({
  name: person.displayName,
  sponsorIds: [actorOf({ person, session: session ?? null })],
  isSystemAdministrator: isSystemAdmin(session?.impersonation?.by ?? person),
  now,
});

/** The user, by the own page or a mailed link. */
export const owner = (now: Date): Author => ({ name: '', sponsorIds: [], isSystemAdministrator: false, now });

/** The operator, who has the database. */
export const operator = (now: Date): Author => ({ name: 'operator', sponsorIds: [], isSystemAdministrator: true, now });

/**
 * A directory or an identity provider.
 * @param sponsorIds the administrators who let it act: makers of keys and connections, and of what maps groups to roles
 */
export const program = (name: string, sponsorIds: readonly (string | null)[], now: Date): Author => ({
  name,
  sponsorIds: [...new Set(sponsorIds.filter((id) => id !== null))],
  isSystemAdministrator: false,
  now,
});

/** Records that the author answers for the account from now on. */
export const sponsor = (tx: Transaction, { sponsorIds, now }: Author, userId: string): Promise<void> =>
  recordSponsors(
    tx,
    sponsorIds.map((sponsorId) => ({ userId, sponsorId })),
    now,
  );
