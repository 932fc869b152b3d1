/** What an identity provider is trusted with: second factors, new users, users of the directory, groups. */
import { useTranslation } from 'react-i18next';
import { mfaTrusts } from '@api/contract/identityProviders.states.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { FormCheckbox, FormSelect, FormTextField } from '@src/forms/FormFields.tsx';

interface Props extends Pick<Connection, 'kind'> {
  /** Whether the caller may let its second factor count for administrators. */
  readonly isSystem: boolean;
}

export function TrustFields({ kind, isSystem }: Props) {
  const { t } = useTranslation('federation');
  return (
    <>
      <FormSelect
        name="mfaTrust"
        label={t('connections.mfaTrust')}
        choices={mfaTrusts.map((value) => ({ value, label: t(`connections.mfaTrusts.${value}`) }))}
      />
      <FormTextField
        name="mfaValues"
        label={t('connections.mfaValues')}
        hint={t(kind === 'saml' ? 'connections.mfaValuesHintSaml' : 'connections.mfaValuesHint')}
        autoComplete="off"
      />
      {isSystem && <FormCheckbox name="administratorMfa" label={t('connections.administratorMfa')} />}
      <FormCheckbox name="createsUsers" label={t('connections.createsUsers')} />
      <p className="muted small">{t('connections.createsUsersHint')}</p>
      <FormCheckbox name="matchesDirectory" label={t('connections.matchesDirectory')} />
      <p className="muted small">{t('connections.matchesDirectoryHint')}</p>
      <FormTextField
        name="groupsClaim"
        label={t('connections.groupsClaim')}
        hint={t('connections.groupsClaimHint')}
        autoComplete="off"
      />
    </>
  );
}
