/** Who is signed in, the way out, and the own second factor; where the security details meet the rooms of login and MFA. */
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { logOutRequested, selectPerson, selectSelf } from '@store/login/session.slice.ts';

export {
  useDisableMfaMutation,
  useFetchOwnMfaStatusQuery,
  useForgetBrowsersMutation,
  useRenewRecoveryCodesMutation,
} from '@api/client/mfa.api.ts';

/** Null until the session check has been answered. */
export const usePerson = () => useSelector(selectPerson);

/** Null until it is known. */
export const useSelf = () => useSelector(selectSelf);

/** Empty until it is known. */
export const useOwnUserName = (): string => useSelector(selectPerson)?.userName ?? '';

export function useLogOut(): () => void {
  const dispatch = useDispatch();
  return useCallback(() => {
    dispatch(logOutRequested());
  }, [dispatch]);
}
