/** Says in a toast what has been done. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { PhraseKey } from '@store/notices/message.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';

type Tell = (phrase: PhraseKey, values?: Readonly<Record<string, string | number>>) => void;

export function useNotify(): Tell {
  const dispatch = useDispatch();
  return useCallback<Tell>(
    (phrase, values) => {
      dispatch(noticeRaised({ message: { phrase, ...(values && { values }) }, severity: 'success' }));
    },
    [dispatch],
  );
}
