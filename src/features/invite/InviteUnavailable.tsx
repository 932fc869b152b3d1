/** Why an invitation can't be accepted, and what helps. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { InviteView } from '@api/contract/invite.ts';
import { useCarriedReturnUrl } from '@src/navigation/returnUrl.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { InviteFacts } from './InviteFacts.tsx';
import type { Invite } from './useInvite.ts';

interface ReasonProps {
  readonly title: string;
  readonly reason: 'used' | 'unknown' | 'expired';
  /** What is known of it: of one that has expired. */
  readonly view?: InviteView;
}

/** Support opens filled in: with its subject in the address, and with whose invitation it is in the history entry alone. */
export function InviteUnavailable({ title, reason, view }: ReasonProps) {
  const { t } = useTranslation('invite');
  const formats = useFormats();
  const navigate = useNavigate();
  const carried = useCarriedReturnUrl();
  const ask = () => {
    const issue = view && t('dead.issue', { organisation: view.organisationName, inviter: view.invitedBy });
    void navigate(paths.contactSupport.to({}, { about: 'invitation', ...carried }), {
      state: view && { email: view.email, issueDescription: issue },
    });
  };
  return (
    <Card key={reason} title={title} heading={t(`dead.${reason}.heading`)}>
      <Alert severity="warning">{t(`dead.${reason}.text`, { date: view ? formats.date(view.expiresAt, 'long') : '' })}</Alert>
      {view && <InviteFacts view={view} />}
      <Button kind="primary" wide onClick={ask}>
        {t('dead.ask')}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carried)}>{t('logIn')}</Link>
        </li>
      </ul>
    </Card>
  );
}

interface Props {
  readonly title: string;
  readonly invite: Exclude<Invite, { readonly kind: 'loading' | 'here' }>;
  readonly onAgain: () => void;
}

export function NoInvite({ title, invite, onAgain }: Props) {
  const { t } = useTranslation(['invite', 'common']);
  if (invite.kind === 'expired') return <InviteUnavailable title={title} reason="expired" view={invite.view} />;
  if (invite.kind !== 'failed') return <InviteUnavailable title={title} reason={invite.kind} />;
  return (
    <Card key="failed" title={title} heading={t('received.failed')}>
      <ProblemAlert problem={invite.problem} />
      <Button kind="primary" wide onClick={onAgain}>
        {t('common:tryAgain')}
      </Button>
    </Card>
  );
}
