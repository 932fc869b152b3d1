/**
 * Trades a recovery link for the grant to set a password, once: as soon as the page is open, or, where a second factor is on, with
 * its code. How far it got lives in the history entry, so that a reload goes on from there and the link is forgotten.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { useConfirmIdentityMutation } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { LinkEntry } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';

/** How long a proven link lets set a password, as the contract says. */
const GRANT_MS = 10 * 60_000;

export interface ProofEntry extends LinkEntry {
  /** Milliseconds. */
  readonly provenUntil?: number;
  readonly isGone?: boolean;
}

export type Proof =
  | { readonly kind: 'checking' }
  | { readonly kind: 'codeNeeded' }
  | { readonly kind: 'proven' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function begin({ link, provenUntil = 0, isGone }: ProofEntry): Proof {
  if (link && !isGone) return { kind: 'checking' };
  return { kind: !isGone && provenUntil > Date.now() ? 'proven' : 'gone' };
}

export function useLinkProof() {
  const location = useLocation();
  const navigate = useNavigate();
  const [confirm] = useConfirmIdentityMutation();
  const here = location.pathname + location.search;
  const entry = (location.state ?? {}) as ProofEntry;
  const [proof, setProof] = useState<Proof>(() => begin(entry));
  const { link } = entry;

  const remember = useCallback(
    (next: ProofEntry) => {
      void navigate(here, { replace: true, state: next });
    },
    [navigate, here],
  );

  /** The link, or what it granted, is of no use any more. */
  const gone = useCallback(() => {
    setProof({ kind: 'gone' });
    remember({ isGone: true });
  }, [remember]);

  /** Resolves to the problem that the asker has to tell; undefined when the link is proven or gone, which the proof says. */
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
      else if (isRefused(problem)) gone();
      else setProof({ kind: 'failed', problem });
      return undefined;
    },
    [link, confirm, remember, gone],
  );

  const asked = useRef(false);
  useEffect(() => {
    if (proof.kind !== 'checking' || asked.current) return;
    asked.current = true;
    void prove();
  }, [proof.kind, prove]);

  const again = useCallback(() => {
    asked.current = false;
    setProof({ kind: 'checking' });
  }, []);

  return { proof, prove, gone, again };
}
