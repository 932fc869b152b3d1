/** Shows a new API key once, with a curl line to try it. */
import { useTranslation } from 'react-i18next';
import { reveal } from '@api/client/secrets.ts';
import { SecretText } from '@src/secrets/SecretText.tsx';
import { ShownOnce } from '@src/secrets/ShownOnce.tsx';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { curlLine } from './curlLine.ts';
import type { MadeKey } from './NewKeyDialog.tsx';

export function NewApiKey({ made: { fresh, claims }, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const { name, key } = reveal(fresh);
  const self = useSelf();
  return (
    <ShownOnce title={t('keys.made', { name })} closeLabel={t('savedIt')} onClose={onClose}>
      <Alert severity="warning">{t('keys.once')}</Alert>
      <SecretText label={t('keys.key')} text={key} />
      {self && <SecretText label={t('keys.try')} text={curlLine(claims, key, location.origin, self)} />}
    </ShownOnce>
  );
}
