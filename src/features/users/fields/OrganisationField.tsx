/** Organisation of a user, chosen by a system administrator. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useOrganisationChoices } from '@src/choices/useChoices.ts';
import { useFormField } from '@src/forms/useFormField.ts';
import { SearchSelect } from './SearchSelect.tsx';
import { presence } from '@src/forms/personRules.ts';

interface Props {
  /** Shown until the choices are loaded, and if there is no choice. */
  readonly present?: UserSummary['organisation'] | undefined;
  readonly disabled?: boolean;
  readonly hint?: ReactNode;
}

export function OrganisationField({ present, disabled = false, hint }: Props) {
  const { t } = useTranslation('users');
  const label = t('column.organisation');
  const loadedChoices = useOrganisationChoices(!disabled);
  const choices = loadedChoices ?? (present ? [{ value: present.publicId, label: present.organisationName }] : []);
  const { input, error, required } = useFormField<string>({ name: 'organisationPublicId', label, rules: presence });
  return (
    <SearchSelect
      label={label}
      value={input.value}
      choices={choices}
      loading={!disabled && !loadedChoices}
      error={error}
      required={required}
      disabled={disabled}
      hint={hint}
      onChange={input.onChange}
      onFocus={input.onFocus}
      onBlur={input.onBlur}
    />
  );
}
