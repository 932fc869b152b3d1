/** Gets a challenge and asks the user for a passkey. The code that talks to the authenticator is loaded when needed. */
import { useCallback } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { useBeginPasskeyLoginMutation } from '@api/client/passkeys.api.ts';
import { problemOf } from '@src/forms/refusal.ts';
import type { Answer } from './askForPasskey.ts';

export const loadPasskeys = () => import(/* webpackChunkName: "passkeys" */ './askForPasskey.ts');

export type Asked = Answer | { readonly kind: 'failed'; readonly problem: ClientProblem };

/** A chunk that fails to load counts as a network failure. */
const offline: Asked = { kind: 'failed', problem: { kind: 'network' } };

interface Question {
  readonly autofill?: boolean;
  /** `login`: any user with a passkey is asked; otherwise the user of the session is asked. */
  readonly purpose?: 'login' | undefined;
}

export function useAskForPasskey(): (question?: Question) => Promise<Asked> {
  const [begin] = useBeginPasskeyLoginMutation();
  return useCallback(
    async ({ autofill = false, purpose } = {}) => {
      const [authenticator, { data, error }] = await Promise.all([
        loadPasskeys().catch(() => undefined),
        begin(purpose ? { purpose } : {}),
      ]);
      if (error) return { kind: 'failed', problem: problemOf(error) };
      return authenticator ? authenticator.askForPasskey(data, { autofill }) : offline;
    },
    [begin],
  );
}
