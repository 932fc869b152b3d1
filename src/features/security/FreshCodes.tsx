/** Ten new recovery codes, this once: to be copied, kept as a file or printed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/app/pageConfigContext.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { ShownOnce } from './ShownOnce.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function FreshCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('security');
  const { productName } = usePageConfig();
  const formats = useFormats();
  const [madeAt] = useState(() => Date.now());
  const paper = t('codes.file', { product: productName, date: formats.date(madeAt, 'long') });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${[paper, '', ...codes].join('\r\n')}\r\n`)}`;
  return (
    <ShownOnce title={t('codes.heading')} onClose={onClose}>
      <Alert severity="warning">{t('codes.intro')}</Alert>
      <p className="security-paper">{paper}</p>
      <ol className="security-codes" aria-label={t('codes.heading')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="button-row">
        <CopyButton text={codes.join('\n')} />
        <a className="button button-secondary" href={file} download="recovery-codes.txt">
          {t('codes.download')}
        </a>
        <Button
          onClick={() => {
            print();
          }}
        >
          {t('codes.print')}
        </Button>
      </div>
    </ShownOnce>
  );
}
