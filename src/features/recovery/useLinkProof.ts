/**
 * Exchanges a recovery link for the grant to set a password, once: when the page opens, or with an MFA code. The state is in the
 * history entry, so that a reload continues and the link is forgotten.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { LinkEntry } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';

/** Lifetime of the grant as in the API contract. */
const GRANT_MS = 10 * 60_000;

/** State of the page’s history entry. */
export interface LinkProofState extends LinkEntry {
  /** End of the grant, in milliseconds since the epoch. */
  readonly provenUntil?: number;
  readonly isLinkGone?: boolean;
}

type Proof =
  | { readonly kind: 'checking' }
  | { readonly kind: 'codeNeeded' }
  | { readonly kind: 'proven' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function initialProof({ link, provenUntil = 0, isLinkGone }: LinkProofState): Proof {
  if (link && !isLinkGone) return { kind: 'checking' };
  return { kind: !isLinkGone && provenUntil > Date.now() ? 'proven' : 'gone' };
}

export function useLinkProof() {
  const location = useLocation();
  const navigate = useNavigate();
  const [confirm] = useConfirmIdentityMutation();
  const currentPath = location.pathname + location.search;
  const historyState = (location.state ?? {}) as LinkProofState;
  const [proof, setProof] = useState<Proof>(() => initialProof(historyState));
  const { link } = historyState;

  const remember = useCallback(
    (next: LinkProofState) => {
      void navigate(currentPath, { replace: true, state: next });
    },
    [navigate, currentPath],
  );

  /** The link, or the grant that it was exchanged for, was used or has expired. */
  const markLinkGone = useCallback(() => {
    setProof({ kind: 'gone' });
    remember({ isLinkGone: true });
  }, [remember]);

  /** Resolves to the problem the form has to show; undefined if the link is proven or gone (see `proof`). */
  const prove = useCallback(
    async (mfaCode?: string): Promise<ClientProblem | undefined> => {
      if (!link) return undefined;
      const { error } = await confirm(seal({ body: { ...link, ...(mfaCode !== undefined && { mfaCode }) } }));
      if (!error) {
        setProof({ kind: 'proven' });
        remember({ provenUntil: Date.now() + GRANT_MS });
        return undefined;
      }
      const problem = problemOf(error);
      const code = problemCode(problem);
      if (mfaCode !== undefined && code !== 'LinkGone') return problem;
      if (code === 'MfaCodeRequired') setProof({ kind: 'codeNeeded' });
      else if (isRefused(problem)) markLinkGone();
      else setProof({ kind: 'failed', problem });
      return undefined;
    },
    [link, confirm, remember, markLinkGone],
  );

  const hasStarted = useRef(false);
  useEffect(() => {
    if (proof.kind !== 'checking' || hasStarted.current) return;
    hasStarted.current = true;
    void prove();
  }, [proof.kind, prove]);

  const retry = useCallback(() => {
    hasStarted.current = false;
    setProof({ kind: 'checking' });
  }, []);

  return { proof, prove, markLinkGone, retry };
}
