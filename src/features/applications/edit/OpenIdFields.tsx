/** The fields of an application that logs users in by OpenID Connect. */
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { ApplicationSettings } from '@api/contract/applications.ts';
import { required } from '@api/contract/rules/required.ts';
import { FormCheckbox, FormSelect, FormTextArea } from '@src/forms/FormFields.tsx';
import { Section } from '@src/ui/Section.tsx';
import { AddressField } from './AddressField.tsx';
import { secureLines, trimmedAddress, type ApplicationValues } from './applicationForm.ts';
import { ChoicesField } from './ChoicesField.tsx';

const redirectRules = [required, secureLines];
const logoutRules = [secureLines];
const backchannelRules = [trimmedAddress];
const keysRules = [required];

/** Scopes in the order of the screen. The contract's list is in Zod, which the browser does not load. */
const scopes = [
  'openid',
  'profile',
  'email',
  'roles',
  'organisation',
  'offline_access',
] as const satisfies readonly ApplicationSettings['scopes'][number][];

interface Props {
  /** The application as it is on the server; undefined for a new one. */
  readonly before: ApplicationValues | undefined;
}

export function OpenIdFields({ before }: Props) {
  const { t } = useTranslation('applications');
  return (
    <>
      <Section id="addresses" heading={t('form.addresses')} intro={t('form.addressesIntro')}>
        <FormTextArea
          name="redirectUris"
          label={t('form.redirectUris')}
          nameInMessages={t('form.redirectInMessages')}
          hint={t('form.onePerLine')}
          rules={redirectRules}
          spellCheck={false}
        />
        <FormTextArea
          name="postLogoutRedirectUris"
          label={t('form.postLogoutRedirectUris')}
          nameInMessages={t('form.logoutInMessages')}
          hint={t('form.optionalLines')}
          rules={logoutRules}
          spellCheck={false}
        />
        <AddressField
          name="backchannelLogoutUri"
          label={t('form.backchannelLogoutUri')}
          hint={t('form.backchannelHint')}
          rules={backchannelRules}
        />
      </Section>
      <Section id="credential" heading={t('form.credential')} intro={t('form.credentialIntro')}>
        <CredentialFields before={before} />
      </Section>
      <Section id="learns" heading={t('form.learns')} intro={t('form.learnsIntro')}>
        <ChoicesField
          name="scopes"
          legend={t('panel.scopes')}
          choices={scopes.map((value) => ({
            value,
            label: t(`scope.${value}`),
            line: t(`scope.${value}Line`),
            fixed: value === 'openid',
          }))}
        />
        <FormSelect
          name="own"
          label={t('form.own')}
          choices={[
            { value: 'yes', label: t('form.ownYes') },
            { value: 'no', label: t('form.ownNo') },
          ]}
        />
        <FormCheckbox name="pairwise" label={t('form.pairwise')} />
        <PairwiseChange before={before} />
      </Section>
    </>
  );
}

function CredentialFields({ before }: Props) {
  const { t } = useTranslation('applications');
  const { values } = useFormState<ApplicationValues>({ subscription: { values: true } });
  const changes = before !== undefined && before.credential !== values.credential;
  return (
    <>
      <FormSelect
        name="credential"
        label={t('form.credentialLabel')}
        choices={[
          { value: 'secret', label: t('form.bySecret') },
          { value: 'keys', label: t('form.byKeys') },
        ]}
        hint={changes ? t(values.credential === 'keys' ? 'form.toKeys' : 'form.toSecret') : undefined}
      />
      {values.credential === 'keys' && (
        <FormTextArea
          name="publicKeys"
          label={t('form.publicKeys')}
          nameInMessages={t('form.keysInMessages')}
          hint={t('form.publicKeysHint')}
          rules={keysRules}
          spellCheck={false}
          autoComplete="off"
        />
      )}
    </>
  );
}

function PairwiseChange({ before }: Props) {
  const { t } = useTranslation('applications');
  const { values } = useFormState<ApplicationValues>({ subscription: { values: true } });
  if (!before || before.pairwise === values.pairwise) return null;
  return (
    <p className="muted small" role="status">
      {t('form.pairwiseChange')}
    </p>
  );
}
