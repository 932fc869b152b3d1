/** Login with a passkey: asks for one, sends it, hands on the outcome. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { useLogInWithPasskeyMutation } from '@api/client/passkeys.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { type Asked, useAskForPasskey } from './useAskForPasskey.ts';

type Choices = Omit<ArgsOf<'Passkeys.Login'>['body'], 'response'>;

interface Options {
  /** `login`: any user with a passkey is asked; otherwise the one who has entered the password. */
  readonly purpose?: 'login';
  /** Read when the user has given a passkey. */
  readonly choices: () => Choices;
  readonly onOutcome: (outcome: ReplyOf<'Passkeys.Login'>) => Promise<void>;
}

export interface PasskeyLogin {
  /** With `autofill` the user may never answer. @returns whether it led to an outcome */
  readonly logIn: (options?: { readonly autofill?: boolean }) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly failure: ClientProblem | 'unable' | undefined;
}

export function usePasskeyLogin(options: Options): PasskeyLogin {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const ask = useAskForPasskey();
  const [send] = useLogInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PasskeyLogin['failure']>();

  const finish = useCallback(
    async (asked: Extract<Asked, { readonly kind: 'given' }>): Promise<boolean> => {
      const { choices, onOutcome } = latest.current;
      const { data, error } = await send(seal({ body: { response: asked.response, ...choices() } }));
      if (data) await onOutcome(data);
      else setFailure(problemOf(error));
      return data !== undefined;
    },
    [send],
  );
  const logIn = useCallback<PasskeyLogin['logIn']>(
    async ({ autofill = false } = {}) => {
      if (!autofill) {
        setBusy(true);
        setFailure(undefined);
      }
      const asked = await ask({ autofill, purpose: latest.current.purpose });
      // Autofill that is not possible is no failure: the user did not ask for it.
      if (!autofill && asked.kind === 'failed') setFailure(asked.problem);
      if (!autofill && asked.kind === 'unable') setFailure('unable');
      setBusy(asked.kind === 'given');
      const isDone = asked.kind === 'given' && (await finish(asked));
      setBusy(false);
      return isDone;
    },
    [ask, finish],
  );
  return { logIn, isBusy, failure };
}
