/** Roles and organisations as filter choices. */
import { useFetchOrganisationsQuery } from '@api/client/organisations.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Undefined until loaded; requested only if `wanted`. */
export const useRoleChoices = (wanted: boolean): readonly Choice[] | undefined =>
  useFetchRolesQuery(undefined, { skip: !wanted }).data?.map(({ roleName }) => ({ value: roleName, label: roleName }));

/** Undefined until loaded; requested only if `wanted`. */
export const useOrganisationChoices = (wanted: boolean): readonly Choice[] | undefined =>
  useFetchOrganisationsQuery(undefined, { skip: !wanted }).data?.map(({ publicId, organisationName }) => ({
    value: publicId,
    label: organisationName,
  }));
