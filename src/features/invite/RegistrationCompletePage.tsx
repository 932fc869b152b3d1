/** End of the registration: the user name for the login. Opened directly, it explains the previous steps. */
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import type { Registration } from './useRegistration.ts';

/** The server knows whether an application waits for this login; a mailed link, often opened in a new tab, does not. */
const PENDING_REQUEST = '/oidc/interaction';

export default function RegistrationCompletePage() {
  const { t } = useTranslation('invite');
  const navigate = useNavigate();
  const carried = useReturnUrlQuery();
  const redirect = useRedirect();
  const registration = useLocation().state as Registration | null;
  const { userName, provider } = registration ?? {};
  const title = t('received.title');
  const isFromMail = userName !== undefined && !carried.ReturnUrl;
  const logIn = () => {
    if (provider) void redirect(provider.address);
    else if (isFromMail) location.assign(PENDING_REQUEST);
    else void navigate(paths.login.to({}, carried));
  };
  return (
    <Card
      title={title}
      heading={userName ? t('complete.heading') : title}
      intro={provider ? t('complete.provider', { name: provider.name }) : t(userName ? 'complete.intro' : 'complete.unknown')}
    >
      {userName && (
        <dl className="facts">
          <div>
            <dt className="muted small">{t('register.userName')}</dt>
            <dd>{userName}</dd>
          </div>
        </dl>
      )}
      <Button kind="primary" onClick={logIn}>
        {t('logIn')}
      </Button>
    </Card>
  );
}
