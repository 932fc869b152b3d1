/** Logs in once the Redux store and the API client are loaded. */
import { useCallback } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import { useLazyStore } from '@src/lazyStore.ts';

interface Reply {
  readonly data?: ReplyOf<'Login.Login'> | undefined;
  readonly error?: unknown;
}

/** A chunk that fails to load counts as a network failure. */
const offline: ClientProblem = { kind: 'network' };

export function useLogIn(): (body: ArgsOf<'Login.Login'>['body']) => Promise<Reply> {
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
