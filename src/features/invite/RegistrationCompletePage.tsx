/** The end of a registration: the name to log in with. Who comes here without one is sent to the login. */
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import type { Registration } from './CompleteInvitePage.tsx';

export default function RegistrationCompletePage() {
  const { t } = useTranslation('invite');
  const navigate = useNavigate();
  const registration = useLocation().state as Registration | null;
  if (!registration?.userName) return <Navigate to={paths.login.to()} replace />;
  return (
    <Card title={t('received.title')} heading={t('complete.heading')} intro={t('complete.intro')}>
      <dl className="facts">
        <div>
          <dt>{t('register.userName')}</dt>
          <dd>{registration.userName}</dd>
        </div>
      </dl>
      <Button kind="primary" wide onClick={() => void navigate(paths.login.to())}>
        {t('logIn')}
      </Button>
    </Card>
  );
}
