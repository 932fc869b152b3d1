/** The rule on MFA as organisations know it: whom it touches, who differs from it; where that room meets the one of MFA. */
export { useFetchMfaOverridesQuery, useResetMfaToOrganisationDefaultMutation } from '@api/client/mfa.api.ts';
