/** What people can be filtered by that other nouns know: roles and organisations, by name. */
import { useFetchOrganisationsQuery } from '@api/client/organisations.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Undefined until they are there; asked only where `wanted`. */
export const useRoleChoices = (wanted: boolean): readonly Choice[] | undefined =>
  useFetchRolesQuery(undefined, { skip: !wanted }).data?.map(({ roleName }) => ({ value: roleName, label: roleName }));

/** Undefined until they are there; asked only where `wanted`. */
export const useOrganisationChoices = (wanted: boolean): readonly Choice[] | undefined =>
  useFetchOrganisationsQuery(undefined, { skip: !wanted }).data?.map(({ publicId, organisationName }) => ({
    value: publicId,
    label: organisationName,
  }));
