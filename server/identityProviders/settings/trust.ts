/** What a connection is trusted with, and who may say so. */
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import type { Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';

type Body = CallOf<'Connections.Update'>['body'];

/** The columns of what a connection is trusted with. */
export const trustOf = ({ mfaTrust, mfaValues, createsUsers, groupsClaim, administratorMfa, matchesDirectory }: Body) => ({
  ...(mfaTrust !== undefined && { mfa_trust: mfaTrust }),
  ...(mfaValues !== undefined && { mfa_values: mfaValues }),
  ...(createsUsers !== undefined && { creates_users: createsUsers }),
  ...(groupsClaim !== undefined && { groups_claim: groupsClaim }),
  ...(administratorMfa !== undefined && { administrator_mfa: administratorMfa }),
  ...(matchesDirectory !== undefined && { matches_directory: matchesDirectory }),
});

/** @throws Forbidden */
export function requireSystemAdministratorFor(person: Person, { administratorMfa }: Body): void {
  if (administratorMfa && !isSystemAdmin(person)) throw problem('Forbidden');
}

/** One connection at most is bound to the directory: two could speak for the same users. */
export const unbindDirectory = (tx: Transaction, organisationId: string) =>
  tx
    .updateTable('connections')
    .set({ matches_directory: false })
    .where('organisation_id', '=', organisationId)
    .where('matches_directory', '=', true)
    .execute();
