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

export interface ProofEntry extends LinkEntry {
  /** Milliseconds since the epoch. */
  readonly provenUntil?: number;
  readonly isGone?: boolean;
}

type Proof =
  | { readonly kind: 'checking' }
  | { readonly kind: 'codeNeeded' }
  | { readonly kind: 'proven' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function initialProof({ link, provenUntil = 0, isGone }: ProofEntry): Proof {
  if (link && !isGone) return { kind: 'checking' };
  return { kind: !isGone && provenUntil > Date.now() ? 'proven' : 'gone' };
}

export function useLinkProof() {
  const location = useLocation();
  const navigate = useNavigate();
  const [confirm] = useConfirmIdentityMutation();
  const currentPath = location.pathname + location.search;
  const entry = (location.state ?? {}) as ProofEntry;
  const [proof, setProof] = useState<Proof>(() => initialProof(entry));
  const { link } = entry;

  const remember = useCallback(
    (next: ProofEntry) => {
      void navigate(currentPath, { replace: true, state: next });
    },
    [navigate, currentPath],
  );

  /** The link or its grant is unusable. */
  const markGone = useCallback(() => {
    setProof({ kind: 'gone' });
    remember({ isGone: true });
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
      else if (isRefused(problem)) markGone();
      else setProof({ kind: 'failed', problem });
      return undefined;
    },
    [link, confirm, remember, markGone],
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

  return { proof, prove, markGone, retry };
}
