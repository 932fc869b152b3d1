/** Why a login was rejected, and what to do. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import type { Rejection } from '@src/session/useLoginResult.ts';
import { useNow } from '@src/ui/useNow.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { referenceNumber } from './referenceNumber.ts';

const MINUTE_MS = 60_000;

export default function LoginRejectedPage() {
  const { t } = useTranslation('login');
  const now = useNow(MINUTE_MS / 4);
  const carried = useReturnUrlQuery();
  const { state } = useLocation() as { readonly state: Rejection | null };
  const reason = state?.reason ?? 'unknown';
  const until = (state?.at ?? now) + (state?.retryAfterSeconds ?? 0) * 1000;
  const minutes = Math.max(1, Math.ceil((until - now) / MINUTE_MS));
  const reference = state && referenceNumber(state);
  return (
    <Card title={t('title')} heading={t('rejected.heading')}>
      <Alert severity="error">{reason === 'Locked' ? t('rejected.Locked', { count: minutes }) : t(`rejected.${reason}`)}</Alert>
      <p>{t(`rejected.${reason}How`)}</p>
      {reference && (
        <p className="small muted">
          {t('rejected.reference')}: <span className="mono">{reference}</span>
        </p>
      )}
      <Link className="button button-primary" to={paths.contactSupport.to({}, { ...(reference && { reference }), ...carried })}>
        {t('form.support')}
      </Link>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carried)}>{t('rejected.again')}</Link>
        </li>
        {reason === 'Locked' && (
          <li>
            <Link to={paths.forgottenPassword.to({}, carried)}>{t('rejected.password')}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
