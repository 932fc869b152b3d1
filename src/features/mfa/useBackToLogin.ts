/** After a pending login has ended: returns to the login with the return URL and a notice. */
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { returnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';

/** Long enough to read on the next page. */
const NOTICE_MS = 15_000;

export function useBackToLogin(returnUrl: string | undefined): () => void {
  const navigate = useNavigate();
  const dispatch = useDispatch();
  return useCallback(() => {
    dispatch(noticeRaised({ message: { phrase: 'mfa:logIn.over' }, severity: 'warning', timeout: NOTICE_MS }));
    void navigate(paths.login.to({}, returnUrlQuery(returnUrl)), { replace: true });
  }, [navigate, dispatch, returnUrl]);
}
