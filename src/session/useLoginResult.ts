/** What follows a sign-in, however far it got: the target, the MFA step, enrolment, or the reason why not. */
import type { i18n } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Outcome } from '@api/contract/login.ts';
import { paths } from '@src/paths.ts';
import { useLazyStore, type LazyStore } from '@src/lazyStore.ts';
import { carrying } from '@src/navigation/returnUrl.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';

interface Journey {
  readonly rememberMe: boolean;
  readonly returnUrl: string | undefined;
}

/** What /LoginRejected is told; it lives in the history entry, not in the address. */
export interface Rejection {
  readonly reason: Outcome['reason'];
  readonly retryAfterSeconds: number | undefined;
  /** Milliseconds; when the server said so. */
  readonly at: number;
}

async function tellFailures(store: LazyStore, outcome: Outcome, translations: i18n): Promise<void> {
  const [{ dispatch }, { failedSignIns }] = await Promise.all([
    store.open(),
    import(/* webpackChunkName: "toasts" */ './failedSignIns.ts'),
  ]);
  const notice = failedSignIns(outcome, translations);
  if (notice) dispatch(notice);
}

/** Resolves once the next page is there, so that the form stays busy until then. */
export function useLoginResult(): (outcome: Outcome, journey: Journey) => Promise<void> {
  const navigate = useNavigate();
  const follow = useRedirect();
  const { i18n } = useTranslation();
  const store = useLazyStore();
  return useCallback(
    async (outcome, { rememberMe, returnUrl }) => {
      switch (outcome.outcome) {
        case 'SignedIn':
          if (outcome.failedSignIns) void tellFailures(store, outcome, i18n);
          await follow(outcome.redirectUrl);
          break;
        case 'MfaCodeRequired':
          await navigate(paths.loginMfa.to({ rememberMe: String(rememberMe) }, carrying(returnUrl)));
          break;
        case 'MfaEnrolmentRequired':
          await navigate(paths.enrolMfa.to({}, carrying(returnUrl)));
          break;
        case 'Rejected': {
          const rejection: Rejection = { reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds, at: Date.now() };
          await navigate(paths.loginRejected.to({}, carrying(returnUrl)), { state: rejection });
          break;
        }
        default:
          // Of a newer server: its own page knows how to go on.
          location.reload();
      }
    },
    [navigate, follow, store, i18n],
  );
}
