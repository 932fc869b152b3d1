/** What an invitation's link leads to, asked when the page opens. */
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
  /** While it was looked at or accepted. */
  | { readonly kind: 'expired'; readonly view: InviteView }
  /** Accepted, withdrawn or sent anew since. */
  | { readonly kind: 'used' }
  /** No invitation that this link opens. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly problem: ClientProblem };

function refusal(problem: ClientProblem): Invite {
  if (!isRefused(problem)) return { kind: 'failed', problem };
  return { kind: problemCode(problem) === 'LinkGone' ? 'used' : 'unknown' };
}

/** `refuse` is for what a later call finds out. */
export function useInvite(link: MailedLink | undefined) {
  const [view] = useViewInviteMutation();
  const [invite, setInvite] = useState<Invite>({ kind: 'loading' });
  const { userId, token } = link ?? {};

  const read = useCallback(async (): Promise<Invite> => {
    if (userId === undefined || token === undefined) return { kind: 'loading' };
    const { data, error } = await view(seal({ userId, token }));
    return data ? { kind: 'here', view: data } : refusal(problemOf(error));
  }, [userId, token, view]);

  useEffect(() => {
    void read().then(setInvite);
  }, [read]);

  /** The refusal does not tell an invitation that has expired from one that was used; the invitation does. */
  const refuse = useCallback(
    async (problem: ClientProblem) => {
      const now = await read();
      const isExpired = now.kind === 'here' && now.view.state === 'InviteExpired';
      setInvite(isExpired ? { kind: 'expired', view: now.view } : refusal(problem));
    },
    [read],
  );

  const again = useCallback(() => {
    setInvite({ kind: 'loading' });
    void read().then(setInvite);
  }, [read]);

  return { invite: link ? invite : ({ kind: 'unknown' } as const), refuse, again };
}
