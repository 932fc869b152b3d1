/** Accepts an invitation. If the grant has expired, the link gets a new one and the request is repeated. */
import { useCallback } from 'react';
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { useAcceptInviteMutation, useReceiveInviteMutation } from '@api/client/invite.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import type { MailedLink } from '@src/navigation/mailedLink.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';

type Account = ArgsOf<'Invite.Accept'>['body'];

/** State passed to /RegistrationComplete. */
export type Registration = Pick<ReplyOf<'Invite.Accept'>, 'userName' | 'provider'>;

type Registered =
  | ({ readonly kind: 'registered' } & Registration)
  | { readonly kind: 'refused'; readonly problem: ClientProblem }
  /** The invitation is unusable. */
  | { readonly kind: 'gone'; readonly problem: ClientProblem };

export function useRegistration(link: MailedLink): (account: Account) => Promise<Registered> {
  const [accept] = useAcceptInviteMutation();
  const [receive] = useReceiveInviteMutation();
  return useCallback(
    async (account) => {
      const attempt = async (): Promise<Registered> => {
        const { data, error } = await accept(seal({ userId: link.userId, body: account }));
        if (data) return { kind: 'registered', userName: data.userName, provider: data.provider };
        const problem = problemOf(error);
        return { kind: problemCode(problem) === 'LinkGone' ? 'gone' : 'refused', problem };
      };
      const first = await attempt();
      if (first.kind === 'registered' || problemCode(first.problem) !== 'GrantRequired') return first;
      const { error } = await receive(seal({ body: link }));
      if (!error) return attempt();
      const problem = problemOf(error);
      return { kind: isRefused(problem) ? 'gone' : 'refused', problem };
    },
    [accept, receive, link],
  );
}
