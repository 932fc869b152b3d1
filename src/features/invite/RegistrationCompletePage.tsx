/** End of the registration: the user name for the login. Opened directly, it explains the previous steps. */
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import type { Registration } from './CompleteInvitePage.tsx';

export default function RegistrationCompletePage() {
  const { t } = useTranslation('invite');
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const userName = (useLocation().state as Registration | null)?.userName;
  const title = t('received.title');
  return (
    <Card
      title={title}
      heading={userName ? t('complete.heading') : title}
      intro={t(userName ? 'complete.intro' : 'complete.unknown')}
    >
      {userName && (
        <dl className="facts">
          <div>
            <dt>{t('register.userName')}</dt>
            <dd>{userName}</dd>
          </div>
        </dl>
      )}
      <Button kind="primary" wide onClick={() => void navigate(paths.login.to({}, carried))}>
        {t('logIn')}
      </Button>
    </Card>
  );
}
