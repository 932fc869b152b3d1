/** The recovery codes at the end of the enrolment; continuing requires the confirmation that they are saved. */
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormCheckbox, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { CodeSheet } from '@src/ui/native/CodeSheet.tsx';

interface Props {
  readonly title: string;
  readonly codes: readonly string[];
  readonly onContinue: () => void;
}

export function RecoveryCodes({ title, codes, onContinue }: Props) {
  const { t } = useTranslation('mfa');
  const { productName } = usePageConfig();
  const release = useUnsavedChanges(true);

  const submit = ({ saved = false }: { readonly saved?: boolean }) => {
    if (!saved) return Promise.resolve({ saved: t('codes.unsaved') });
    release();
    onContinue();
    return Promise.resolve(undefined);
  };

  return (
    <Card title={title} heading={t('codes.heading')}>
      <Alert severity="success">{t('codes.intro')}</Alert>
      <CodeSheet codes={codes} label={t('codes.heading')} product={productName} />
      <div className="screen-only">
        <Form<{ readonly saved?: boolean }> onSubmit={submit}>
          <FormCheckbox name="saved" label={t('codes.saved')} />
          <SubmitButton>{t('codes.continue')}</SubmitButton>
        </Form>
      </div>
    </Card>
  );
}
