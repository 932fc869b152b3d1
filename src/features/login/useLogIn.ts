/** Logs in, once the store and its client are there. */
import { useCallback } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import { useLazyStore } from '@src/lazyStore.ts';

interface Answer {
  readonly data?: ReplyOf<'Login.Login'> | undefined;
  readonly error?: unknown;
}

/** Code that can't be fetched is the network's fault, as a call that can't be made would be. */
const offline: ClientProblem = { kind: 'network' };

export function useLogIn(): (body: ArgsOf<'Login.Login'>['body']) => Promise<Answer> {
  const store = useLazyStore();
  return useCallback(
    async (body) => {
      const parts = Promise.all([store.open(), import(/* webpackChunkName: "store" */ './logIn.ts')]);
      const ready = await parts.catch(() => undefined);
      if (!ready) return { error: offline };
      const [{ dispatch }, { logIn }] = ready;
      return dispatch(logIn(body));
    },
    [store],
  );
}
