/** An invitation opened by its link. Opening changes nothing; "Create account" starts the registration. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReceiveInviteMutation } from '@api/client/invite.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { seal } from '@api/client/secrets.ts';
import { useMailedLink, type LinkEntry } from '@src/navigation/mailedLink.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { isRefused, problemOf } from '@src/forms/refusal.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { InviteUnavailable, NoInvite } from './InviteUnavailable.tsx';
import { InviteFacts } from './InviteFacts.tsx';
import { useInvite } from './useInvite.ts';

export default function ReceivedInvitePage() {
  const { t } = useTranslation(['invite', 'common']);
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const mailed = useMailedLink();
  const link = mailed === 'arriving' ? undefined : mailed;
  const { invite, markRefused, retry } = useInvite(link);
  const [receive, { isLoading }] = useReceiveInviteMutation();
  const [failure, setFailure] = useState<ClientProblem>();
  const title = t('received.title');

  const startRegistration = async () => {
    if (!link) return;
    setFailure(undefined);
    const { data, error } = await receive(seal({ body: link }));
    const entry: LinkEntry = { link };
    if (data) void navigate(paths.completeInvite.to({}, carried), { state: entry });
    else if (isRefused(problemOf(error))) await markRefused(problemOf(error));
    else setFailure(problemOf(error));
  };

  if (mailed === 'arriving' || invite.kind === 'loading') return <CardSkeleton />;
  if (invite.kind !== 'here') return <NoInvite title={title} invite={invite} onRetry={retry} />;
  const { view } = invite;
  if (view.state === 'InviteExpired') return <InviteUnavailable title={title} reason="expired" view={view} />;
  return (
    <Card
      title={title}
      heading={t('received.heading')}
      intro={t('received.intro', { inviter: view.invitedBy, organisation: view.organisationName })}
    >
      <InviteFacts view={view} />
      {failure && <ProblemAlert problem={failure} />}
      <Button kind="primary" busy={isLoading} onClick={() => void startRegistration()}>
        {t('received.create')}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carried)}>{t('received.haveAccount')}</Link>
        </li>
        <li>
          <Link to={paths.contactSupport.to({}, carried)}>{t('common:contactSupport')}</Link>
        </li>
      </ul>
    </Card>
  );
}
