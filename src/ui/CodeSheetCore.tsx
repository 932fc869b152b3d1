/** New recovery codes, shown once: to copy, save as a file or print. Kept in this page's memory only. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { type AnyButton, CopyButtonCore } from './CopyButtonCore.tsx';
import './codeSheet.css';

export interface CodeSheetProps {
  readonly codes: readonly string[];
  /** Accessible name of the list. */
  readonly label: string;
  readonly product: string;
}

function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
}

export function CodeSheetCore({ codes, label, product, Button }: CodeSheetProps & { readonly Button: AnyButton }) {
  const { t } = useTranslation('mfa');
  const formats = useFormats();
  const [madeAt] = useState(() => Date.now());
  const printHeading = t('codes.file', { product, date: formats.date(madeAt, 'long') });
  const fileName = `${product.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-recovery-codes.txt`;
  return (
    <>
      <p className="codes-paper">{printHeading}</p>
      <ol className="codes box mono small" aria-label={label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="button-row">
        <CopyButtonCore text={codes.join('\n')} Button={Button} />
        <Button
          onClick={() => {
            saveAsFile(fileName, `${[printHeading, '', ...codes].join('\r\n')}\r\n`);
          }}
        >
          {t('codes.download')}
        </Button>
        <Button
          onClick={() => {
            print();
          }}
        >
          {t('codes.print')}
        </Button>
      </div>
    </>
  );
}
