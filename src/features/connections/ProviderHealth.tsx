/** Whether users get in with an identity provider that is on: refusals and an ended certificate keep it from being green. */
import { useTranslation } from 'react-i18next';
import type { Connection, ConnectionAttempt } from '@api/contract/identityProviders.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { ConnectionProblemText } from '@src/ui/ConnectionProblemText.tsx';
import { ofLastHour } from './refusals.ts';

interface Props {
  readonly connection: Connection;
  readonly refused: readonly ConnectionAttempt[];
  /** Milliseconds. */
  readonly now: number;
}

export function ProviderHealth({ connection: { name, kind, saml, lastLoginAt }, refused, now }: Props) {
  const { t } = useTranslation('connections');
  const formats = useFormats();
  const count = ofLastHour(refused, now);
  const isEnded = saml?.certificates.every(({ notAfter }) => Date.parse(notAfter) < now);
  if (isEnded) return <Alert severity="error">{t('provider.certificateEnded', { name })}</Alert>;
  if (saml?.problem)
    return (
      <Alert severity="error">
        <ConnectionProblemText problem={saml.problem} kind={kind} />
      </Alert>
    );
  if (count > 0) return <Alert severity="warning">{t('provider.refusing', { count, total: formats.number(count) })}</Alert>;
  if (lastLoginAt === null) return <Alert>{t('provider.unused', { name })}</Alert>;
  return <Alert severity="success">{t('provider.working', { name })}</Alert>;
}
