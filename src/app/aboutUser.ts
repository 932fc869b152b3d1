/** What other nouns know about users: their roles, organisations and second factor, and what was done to them. For the screens of users. */
export { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
export { useFetchMfaStatusQuery } from '@api/client/mfa.api.ts';
export { useFindOrganisationsQuery } from '@api/client/organisations.api.ts';
export {
  useFetchRoleAdministrationQuery,
  useFetchRolesQuery,
  useFetchUsersInOrganisationAndRoleQuery,
  useFetchUsersInRoleQuery,
} from '@api/client/roles.api.ts';
