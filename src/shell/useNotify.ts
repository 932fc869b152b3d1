/** Raises a success notice. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { PhraseKey } from '@store/notices/message.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';

type Notify = (phrase: PhraseKey, values?: Readonly<Record<string, string | number>>) => void;

export function useNotify(): Notify {
  const dispatch = useDispatch();
  return useCallback<Notify>(
    (phrase, values) => {
      dispatch(noticeRaised({ message: { phrase, ...(values && { values }) }, severity: 'success' }));
    },
    [dispatch],
  );
}
