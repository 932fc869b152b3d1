/** The signed-in user, and logout. */
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { logOutRequested, selectPerson, selectSelf } from '@store/session/session.slice.ts';

/** Null until the session check has been answered. */
export const useSessionUser = () => useSelector(selectPerson);

/** Null until read. */
export const useSelf = () => useSelector(selectSelf);

/** Empty until read. */
export const useOwnUserName = (): string => useSelector(selectPerson)?.userName ?? '';

export function useLogOut(): () => void {
  const dispatch = useDispatch();
  return useCallback(() => {
    dispatch(logOutRequested());
  }, [dispatch]);
}
