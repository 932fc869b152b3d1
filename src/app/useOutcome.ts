/** What follows a sign-in, however far it got: the target, the MFA step, enrolment, or the reason why not. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Outcome } from '@api/contract/login.ts';
import { paths } from '@src/paths.ts';
import { carrying } from './returnUrl.ts';
import { useFollow } from './useFollow.ts';

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

export function useOutcome(): (outcome: Outcome, journey: Journey) => void {
  const navigate = useNavigate();
  const follow = useFollow();
  return useCallback(
    (outcome, { rememberMe, returnUrl }) => {
      switch (outcome.outcome) {
        case 'SignedIn':
          follow(outcome.redirectUrl);
          break;
        case 'MfaCodeRequired':
          void navigate(paths.loginMfa.to({ rememberMe: String(rememberMe) }, carrying(returnUrl)));
          break;
        case 'MfaEnrolmentRequired':
          void navigate(paths.enrolMfa.to({}, carrying(returnUrl)));
          break;
        case 'Rejected': {
          const rejection: Rejection = { reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds, at: Date.now() };
          void navigate(paths.loginRejected.to(), { state: rejection });
        }
      }
    },
    [navigate, follow],
  );
}
