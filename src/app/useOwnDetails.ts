/** The own record as administrators see it, with the version that a change needs; where the security details meet the room of users. */
export { useFetchUserQuery, usePatchUserMutation } from '@api/client/users.api.ts';
