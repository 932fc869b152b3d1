/**
 * For answers that arrive after the user has closed the dialog that asked: such an answer must not act on another dialog that is open by
 * then, but its problem is still reported.
 */
import { useCallback, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';

/** @returns a function that acts while the dialog is open, and else reports the error, as no form is left to show it */
export function useWhileOpen(): (act: () => void, error?: unknown) => void {
  const dispatch = useDispatch();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(
    (act, error) => {
      if (isOpen.current) act();
      else if (isClientProblem(error))
        dispatch(noticeRaised({ message: problemMessage(error), severity: 'error', timeout: false }));
    },
    [dispatch],
  );
}

export const stayOpen = (): void => undefined;
