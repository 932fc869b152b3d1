/** The ten recovery codes, this once: to be copied, kept as a file or printed before going on. They live in this page alone. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/app/pageConfigContext.ts';
import { useUnsavedWork } from '@src/app/useUnsavedWork.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox, SubmitButton } from '@src/forms/FormFields.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { CopyButton } from '@src/ui/CopyButton.tsx';

interface Props {
  readonly title: string;
  readonly codes: readonly string[];
  readonly onContinue: () => void;
}

/** As a browser hands out what it has made itself. */
function keepAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
}

export function RecoveryCodes({ title, codes, onContinue }: Props) {
  const { t } = useTranslation('mfa');
  const { productName } = usePageConfig();
  const formats = useFormats();
  const [madeAt] = useState(() => Date.now());
  const lift = useUnsavedWork(true);
  const paper = t('codes.file', { product: productName, date: formats.date(madeAt, 'long') });

  const submit = ({ saved = false }: { readonly saved?: boolean }) => {
    if (!saved) return Promise.resolve({ saved: t('codes.unsaved') });
    lift();
    onContinue();
    return Promise.resolve(undefined);
  };

  return (
    <Card title={title} heading={t('codes.heading')}>
      <Alert severity="success">{t('codes.intro')}</Alert>
      <p className="mfa-paper">{paper}</p>
      <ol className="mfa-codes" aria-label={t('codes.heading')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="button-row mfa-saving">
        <CopyButton text={codes.join('\n')} />
        <Button
          onClick={() => {
            keepAsFile(
              `${productName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-recovery-codes.txt`,
              `${[paper, '', ...codes].join('\r\n')}\r\n`,
            );
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
      <div className="mfa-saving">
        <Form<{ readonly saved?: boolean }> onSubmit={submit}>
          <FormCheckbox name="saved" label={t('codes.saved')} />
          <SubmitButton>{t('codes.continue')}</SubmitButton>
        </Form>
      </div>
    </Card>
  );
}
