/** The second factor of a login with an identity provider. Whoever controls the provider must not become an administrator by it. */
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { Transaction } from '../../db/database.ts';
import type { Step } from '../dependencies.ts';

/**
 * Whether the provider's login counts as a second factor: of administrators only if a system administrator has said so for this
 * connection. Read it once the roles that the login itself grants are there.
 */
export async function isSecondFactorOf(
  tx: Transaction,
  { connection, verified }: Pick<Step, 'connection' | 'verified'>,
  userId: string,
): Promise<boolean> {
  if (!verified.isSecondFactor || connection.administrator_mfa) return verified.isSecondFactor;
  const holder = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.roles', 'o.house'])
    .where('u.user_id', '=', userId)
    .executeTakeFirst();
  return holder !== undefined && !hasAdministrativeRole(holder);
}
