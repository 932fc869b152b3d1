/** The invitation of a link, read when the page opens. */
import { useCallback, useEffect, useState } from 'react';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { useViewInviteMutation } from '@api/client/invite.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { InviteView } from '@api/contract/invite.ts';
import type { MailedLink } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';

export type Invite =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly view: InviteView }
  /** The invitation expired while the page was open. */
  | { readonly kind: 'expired'; readonly view: InviteView }
  /** Accepted, withdrawn or replaced by a newer one. */
  | { readonly kind: 'used' }
  /** No invitation for this link. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function failureOf(problem: ClientProblem): Invite {
  if (!isRefused(problem)) return { kind: 'failed', problem };
  return { kind: problemCode(problem) === 'LinkGone' ? 'used' : 'unknown' };
}

/** `markRefused` handles a refusal of a later call. */
export function useInvite(link: MailedLink | undefined) {
  const [view] = useViewInviteMutation();
  const [invite, setInvite] = useState<Invite>({ kind: 'loading' });
  const { userId, token } = link ?? {};

  const read = useCallback(async (): Promise<Invite> => {
    if (userId === undefined || token === undefined) return { kind: 'loading' };
    const { data, error } = await view(seal({ userId, token }));
    return data ? { kind: 'here', view: data } : failureOf(problemOf(error));
  }, [userId, token, view]);

  useEffect(() => {
    void read().then(setInvite);
  }, [read]);

  /** The refusal does not distinguish expired from used; the invitation does. */
  const markRefused = useCallback(
    async (problem: ClientProblem) => {
      const latest = await read();
      const isExpired = latest.kind === 'here' && latest.view.state === 'InviteExpired';
      setInvite(isExpired ? { kind: 'expired', view: latest.view } : failureOf(problem));
    },
    [read],
  );

  const retry = useCallback(() => {
    setInvite({ kind: 'loading' });
    void read().then(setInvite);
  }, [read]);

  return { invite: link ? invite : ({ kind: 'unknown' } as const), markRefused, retry };
}
