/** Maps organisations to the contract. */
import type { Organisation } from '../../api/contract/organisations.ts';
import type { OrganisationRow } from './repository.ts';

export const presentOrganisation = (row: OrganisationRow): Organisation => ({
  publicId: row.organisation_id,
  organisationName: row.name,
  mfaRequired: row.mfa_required,
  approved: row.approved,
  house: row.house,
  fourEyes: row.four_eyes,
  userCount: row.people,
  createdAt: row.created_at.toISOString(),
});
