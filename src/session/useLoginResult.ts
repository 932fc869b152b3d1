/** Continues after a login response: target page, MFA code, enrolment, or the rejection. */
import type { i18n } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Outcome } from '@api/contract/login.ts';
import { paths } from '@src/paths.ts';
import { useLazyStore, type LazyStore } from '@src/lazyStore.ts';
import { returnUrlQuery } from '@src/navigation/returnUrl.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';

interface LoginContext {
  readonly rememberMe: boolean;
  readonly returnUrl: string | undefined;
}

/** State of /LoginRejected; kept in the history entry, not in the address. */
export interface Rejection {
  readonly reason: Outcome['reason'];
  readonly retryAfterSeconds: number | undefined;
  /** When the server responded, in milliseconds. */
  readonly at: number;
}

async function showFailedSignIns(store: LazyStore, outcome: Outcome, translations: i18n): Promise<void> {
  const [{ dispatch }, { failedSignInsNotice }] = await Promise.all([
    store.open(),
    import(/* webpackChunkName: "toasts" */ './failedSignIns.ts'),
  ]);
  const notice = failedSignInsNotice(outcome, translations);
  if (notice) dispatch(notice);
}

/** Resolves once the next page is rendered, so that the form stays busy until then. */
export function useLoginResult(): (outcome: Outcome, context: LoginContext) => Promise<void> {
  const navigate = useNavigate();
  const redirect = useRedirect();
  const { i18n } = useTranslation();
  const store = useLazyStore();
  return useCallback(
    async (outcome, { rememberMe, returnUrl }) => {
      switch (outcome.outcome) {
        case 'SignedIn':
          if (outcome.failedSignIns) void showFailedSignIns(store, outcome, i18n);
          await redirect(outcome.redirectUrl);
          break;
        case 'MfaCodeRequired':
          await navigate(paths.loginMfa.to({ rememberMe: String(rememberMe) }, returnUrlQuery(returnUrl)));
          break;
        case 'MfaEnrolmentRequired':
          await navigate(paths.enrolMfa.to({}, returnUrlQuery(returnUrl)));
          break;
        case 'Rejected': {
          const rejection: Rejection = { reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds, at: Date.now() };
          await navigate(paths.loginRejected.to({}, returnUrlQuery(returnUrl)), { state: rejection });
          break;
        }
        default:
          // An outcome of a newer server: only its own page can handle it.
          location.reload();
      }
    },
    [navigate, redirect, store, i18n],
  );
}
