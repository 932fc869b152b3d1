/** Creates a passkey: asks for a challenge, has the browser create it, sends it. The code that talks to the authenticator is loaded when needed. */
import { useCallback } from 'react';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { useBeginPasskeyMutation, useCreatePasskeyMutation } from '@api/client/passkeys.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { problemOf } from '@src/forms/refusal.ts';
import type { Created } from './createPasskey.ts';

type NewPasskey =
  | { readonly kind: 'kept'; readonly reply: ReplyOf<'Passkeys.Create'> }
  | Exclude<Created, { readonly kind: 'created' }>
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

const loadAuthenticator = () => import(/* webpackChunkName: "security-passkey" */ './createPasskey.ts');

/** A chunk that fails to load counts as a network failure. */
const offline: NewPasskey = { kind: 'failed', problem: { kind: 'network' } };

export function useCreatePasskey(): (name: string) => Promise<NewPasskey> {
  const [begin] = useBeginPasskeyMutation();
  const [create] = useCreatePasskeyMutation();
  return useCallback(
    async (name) => {
      const authenticator = await loadAuthenticator().catch(() => undefined);
      if (!authenticator) return offline;
      const { data: options, error: refusal } = await begin();
      if (!options) return { kind: 'failed', problem: problemOf(refusal) };
      const created = await authenticator.createPasskey(options);
      if (created.kind !== 'created') return created;
      const { data: reply, error } = await create({ body: { name, response: created.response } });
      return reply ? { kind: 'kept', reply } : { kind: 'failed', problem: problemOf(error) };
    },
    [begin, create],
  );
}
