/** Shows a refusal by an identity provider, or by us after it, where the user began the login. */
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { noticeRaised } from '@store/notices/notices.slice.ts';

export function useRefusedThere(): void {
  const dispatch = useDispatch();
  const [query, setQuery] = useSearchParams();
  const isRefused = query.get('problem') === 'sso';
  useEffect(() => {
    if (!isRefused) return;
    dispatch(noticeRaised({ message: { phrase: 'session:confirm.refusedThere' }, severity: 'error', timeout: false }));
    setQuery(
      (former) => {
        former.delete('problem');
        return former;
      },
      { replace: true },
    );
  }, [dispatch, isRefused, setQuery]);
}
