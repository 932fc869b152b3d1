/** An organisation's last administrator who can log in stays one, whatever its directory or its map of groups says. */
import { sql } from 'kysely';
import { ADMINISTRATOR_ROLES, isAdmin } from '../../../api/contract/person.ts';
import { waitForLock } from '../../db/advisoryLock.ts';
import type { Transaction } from '../../db/database.ts';

/** Advisory lock, the same in all processes; an arbitrary number, used here only. */
const ADMINISTRATOR_LOCK = 7_301_947;

/** An account before a change and after it. */
interface Change {
  readonly enabled: boolean;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export const losesAdministrator = ({ enabled, from, to }: Change): boolean =>
  enabled && isAdmin({ roles: from }) && !isAdmin({ roles: to });

/**
 * Call it last in every transaction that takes an administrator from an organisation. The lock serialises concurrent transactions, so that
 * the second sees the first's change.
 */
export async function hasAdministrator(tx: Transaction, organisationId: string): Promise<boolean> {
  await waitForLock(tx, ADMINISTRATOR_LOCK);
  const found = await tx
    .selectFrom('users')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', true)
    .where('registered', '=', true)
    .where(sql<boolean>`roles && ${[...ADMINISTRATOR_ROLES]}::text[]`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
