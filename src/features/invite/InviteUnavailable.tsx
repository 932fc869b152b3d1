/** Why an invitation cannot be accepted, and what to do. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { InviteView } from '@api/contract/invite.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { supportLink } from '@src/navigation/supportLink.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { ProblemAlert } from '@src/forms/native/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { InviteFacts } from './InviteFacts.tsx';
import type { Invite } from './useInvite.ts';

interface ReasonProps {
  readonly title: string;
  readonly reason: 'used' | 'unknown' | 'expired';
  /** The invitation, if it has expired. */
  readonly view?: InviteView;
}

/** Opens support prefilled: the subject is in the URL, personal data only in the history entry. */
export function InviteUnavailable({ title, reason, view }: ReasonProps) {
  const { t } = useTranslation('invite');
  const formats = useFormats();
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const contactSupport = () => {
    const issue = view && t('dead.issue', { organisation: view.organisationName, inviter: view.invitedBy });
    void navigate(supportLink({ about: 'invitation' }, carried), {
      state: view && { email: view.email, issueDescription: issue },
    });
  };
  return (
    <Card key={reason} title={title} heading={t(`dead.${reason}.heading`)}>
      <Alert severity="warning">{t(`dead.${reason}.text`, { date: view ? formats.date(view.expiresAt, 'long') : '' })}</Alert>
      {view && <InviteFacts view={view} />}
      <Button kind="primary" onClick={contactSupport}>
        {t('dead.ask')}
      </Button>
      {reason === 'used' ? (
        <Button onClick={() => void navigate(paths.login.to({}, carried))}>{t('logIn')}</Button>
      ) : (
        <ul className="links">
          <li>
            <Link to={paths.login.to({}, carried)}>{t('logIn')}</Link>
          </li>
        </ul>
      )}
    </Card>
  );
}

interface Props {
  readonly title: string;
  readonly invite: Exclude<Invite, { readonly kind: 'loading' | 'here' }>;
  readonly onRetry: () => void;
}

export function NoInvite({ title, invite, onRetry }: Props) {
  const { t } = useTranslation(['invite', 'common']);
  const carried = useReturnUrlQuery();
  if (invite.kind === 'expired') return <InviteUnavailable title={title} reason="expired" view={invite.view} />;
  if (invite.kind !== 'failed') return <InviteUnavailable title={title} reason={invite.kind} />;
  return (
    <Card key="failed" title={title} heading={t('received.failed')}>
      <ProblemAlert problem={invite.problem} />
      <Button kind="primary" onClick={onRetry}>
        {t('common:tryAgain')}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carried)}>{t('logIn')}</Link>
        </li>
        <li>
          <Link to={paths.contactSupport.to({}, carried)}>{t('common:contactSupport')}</Link>
        </li>
      </ul>
    </Card>
  );
}
