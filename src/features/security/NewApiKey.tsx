/** Shows a new API key once, with a curl line to try it. */
import { useTranslation } from 'react-i18next';
import { reveal } from '@api/client/secrets.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { curlLine } from './curlLine.ts';
import type { MadeKey } from './NewKeyDialog.tsx';
import { ShownOnce } from './ShownOnce.tsx';

export function NewApiKey({ made: { fresh, claims }, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const { name, key } = reveal(fresh);
  const self = useSelf();
  return (
    <ShownOnce title={t('keys.made', { name })} onClose={onClose}>
      <Alert severity="warning">{t('keys.once')}</Alert>
      <Secret label={t('keys.key')} text={key} />
      {self && <Secret label={t('keys.try')} text={curlLine(claims, key, location.origin, self)} />}
    </ShownOnce>
  );
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="security-secret">
      <span className="field-label">{label}</span>
      <code role="group" aria-label={label}>
        {text}
      </code>
      <CopyButton text={text} of={label} />
    </div>
  );
}
