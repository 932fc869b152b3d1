/** Why a login was rejected, and what to do. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { durationText } from '@api/contract/duration.ts';
import { endText } from '@src/i18n/endText.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { supportLink } from '@src/navigation/supportLink.ts';
import type { Rejection } from '@src/session/useLoginResult.ts';
import { useNow } from '@src/ui/useNow.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A lock without an end: only an administrator ends it. */
const lockKind = ({ retryAfterSeconds }: Rejection) => (retryAfterSeconds === undefined ? 'LockedForGood' : 'Locked');

export default function LoginRejectedPage() {
  const { t } = useTranslation('login');
  const formats = useFormats();
  const now = useNow(MINUTE_MS / 4);
  const carried = useReturnUrlQuery();
  const { state } = useLocation() as { readonly state: Rejection | null };
  const end = (state?.at ?? now) + (state?.retryAfterSeconds ?? 0) * 1000;
  const reason = state?.reason === 'Locked' ? lockKind(state) : (state?.reason ?? 'unknown');
  const text = reason === 'Locked' && end - now >= HOUR_MS ? 'LockedUntil' : reason;
  const reference = state ? referenceNumber(state) : undefined;
  return (
    <Card title={t('title')} heading={t('rejected.heading')}>
      <Alert severity="error">
        {t(`rejected.${text}`, { duration: durationText(formats.locale, end - now), time: endText(formats, end, now) })}
      </Alert>
      <p>{t(`rejected.${reason}How`)}</p>
      {reference && (
        <p className="small muted">
          {t('rejected.reference')}: <span className="mono">{reference}</span>
        </p>
      )}
      <Link className="button button-primary" to={supportLink({ about: 'login', reference }, carried)}>
        {t('form.support')}
      </Link>
      <ul className="links">
        <li>
          <Link to={paths.login.to({}, carried)}>{t('rejected.again')}</Link>
        </li>
        {state?.reason === 'Locked' && (
          <li>
            <Link to={paths.forgottenPassword.to({}, carried)}>{t('rejected.password')}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/**
 * Reference by which support finds the rejected login in the audit: reason and UTC time, no personal data.
 * `Locked` at 2026-11-21T10:15:33Z → `L-20261121-101533`.
 */
function referenceNumber({ reason, at }: Rejection): string {
  const [day = '', time = ''] = new Date(at).toISOString().replace(/[-:]/g, '').split('T');
  return `${(reason ?? 'X').slice(0, 1)}-${day}-${time.slice(0, 6)}`;
}
