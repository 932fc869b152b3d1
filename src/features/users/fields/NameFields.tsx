/** First and last name of another user, so the browser must not autofill them. */
import { useTranslation } from 'react-i18next';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { nameRules } from '@src/forms/personRules.ts';

export function NameFields({ disabled = false }: { readonly disabled?: boolean }) {
  const { t } = useTranslation('users');
  return (
    <div className="form-page-pair">
      <FormTextField name="firstName" label={t('person.firstName')} rules={nameRules} autoComplete="off" disabled={disabled} />
      <FormTextField name="lastName" label={t('person.lastName')} rules={nameRules} autoComplete="off" disabled={disabled} />
    </div>
  );
}
