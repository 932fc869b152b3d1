/** What other nouns know about a person: their roles, their second factor, and what was done to them. For the screens of users. */
export { useFetchAuditReportQuery } from '@api/client/audit.api.ts';
export { useFetchMfaStatusQuery } from '@api/client/mfa.api.ts';
export { useFetchRoleAdministrationQuery, useFetchRolesQuery } from '@api/client/roles.api.ts';
