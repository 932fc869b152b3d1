/** First and last name of another user, so the browser must not autofill them. */
import { useTranslation } from 'react-i18next';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { nameRules } from '@src/forms/personRules.ts';

interface Props {
  readonly disabled?: boolean;
  /** The user is asked for it, at registration. */
  readonly lastNameOptional?: boolean;
}

const optionalRules = nameRules.filter(({ code }) => code !== 'required');

export function NameFields({ disabled = false, lastNameOptional = false }: Props) {
  const { t } = useTranslation('users');
  return (
    <div className="form-page-pair">
      <FormTextField name="firstName" label={t('person.firstName')} rules={nameRules} autoComplete="off" disabled={disabled} />
      <FormTextField
        name="lastName"
        label={t('person.lastName')}
        hint={lastNameOptional && t('person.optional')}
        rules={lastNameOptional ? optionalRules : nameRules}
        autoComplete="off"
        disabled={disabled}
      />
    </div>
  );
}
