/** Shows the secret of an application once. */
import { useTranslation } from 'react-i18next';
import { reveal, type Sealed } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { SecretText } from '@src/secrets/SecretText.tsx';
import { ShownOnce } from '@src/secrets/ShownOnce.tsx';
import { Alert } from '@src/ui/Alert.tsx';

export type FreshSecret = Sealed<ReplyOf<'Applications.Register'>>;

interface Props {
  readonly name: string;
  readonly fresh: FreshSecret;
  readonly onClose: () => void;
}

export function SecretDialog({ name, fresh, onClose }: Props) {
  const { t } = useTranslation('applications');
  const { application, secret } = reveal(fresh);
  return (
    <ShownOnce title={t('secret.title', { name })} closeLabel={t('secret.saved')} onClose={onClose}>
      <Alert severity="warning">{t('secret.once')}</Alert>
      <SecretText label={t('panel.id')} text={application.applicationId} />
      <SecretText label={t('secret.secret')} text={secret ?? ''} />
    </ShownOnce>
  );
}
