/** The fields of an application, new or known, in sections. */
import { useFormState } from 'react-final-form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationName } from '@api/contract/rules/applicationName.ts';
import { portfolioName } from '@api/contract/rules/portfolioName.ts';
import { required } from '@api/contract/rules/required.ts';
import type { ApplicationSettings } from '@api/contract/applications.ts';
import { FormCheckbox, FormSelect, FormTextArea, FormTextField } from '@src/forms/FormFields.tsx';
import { Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { secureLines, trimmedAddress, type ApplicationValues } from './applicationForm.ts';
import { ChoicesField } from './ChoicesField.tsx';
import { EntranceFields } from './EntranceFields.tsx';

const nameRules = [required, portfolioName];
const addressNameRules = [required, applicationName];
const addressRules = [required, trimmedAddress];
const redirectRules = [required, secureLines];
const logoutRules = [secureLines];
const backchannelRules = [trimmedAddress];
const keysRules = [required];

/** Scopes in the order of the screen; the contract's schema library stays out of the browser. */
const scopes = [
  'openid',
  'profile',
  'email',
  'roles',
  'organisation',
  'offline_access',
] as const satisfies readonly ApplicationSettings['scopes'][number][];

/** Names of the sections, also the anchors. */
const guardedSections = ['identity', 'entrance'] as const;
const openIdSections = ['identity', 'addresses', 'credential', 'learns', 'entrance'] as const;

interface Props {
  /** The application as it is on the server; undefined for a new one. */
  readonly before?: ApplicationValues;
  /** The button. */
  readonly children: ReactNode;
}

export function ApplicationFields({ before, children }: Props) {
  const { t } = useTranslation('applications');
  const { values } = useFormState<ApplicationValues>({ subscription: { values: true } });
  const isGuarded = values.kind === 'guarded';
  return (
    <SectionIndex
      label={t(before ? 'form.edit' : 'form.add')}
      names={isGuarded ? guardedSections : openIdSections}
      headingOf={(name) => t(`form.${name}`)}
    >
      <Section id="identity" heading={t('form.identity')} intro={t('form.identityIntro')}>
        <FormTextField
          name="displayName"
          label={t('form.displayName')}
          rules={nameRules}
          maxLength={100}
          autoComplete="off"
          autoFocus={!before}
        />
        <FormTextField
          name="applicationName"
          label={t('form.applicationName')}
          hint={t('form.applicationNameHint')}
          rules={addressNameRules}
          autoComplete="off"
          spellCheck={false}
        />
        <AddressField
          name="startUrl"
          label={t('form.startUrl')}
          hint={t(isGuarded ? 'form.startUrlGuardedHint' : 'form.startUrlHint')}
          rules={addressRules}
        />
        {!before && (
          <FormSelect
            name="kind"
            label={t('form.kind')}
            hint={isGuarded ? t('form.kindGuardedHint') : undefined}
            choices={[
              { value: 'openid', label: t('form.kindOpenid') },
              { value: 'guarded', label: t('form.kindGuarded') },
            ]}
          />
        )}
      </Section>
      {!isGuarded && <OpenIdFields before={before} />}
      <Section id="entrance" heading={t('form.entrance')} intro={t('form.entranceIntro')}>
        <EntranceFields />
        <FormCheckbox name="impersonation" label={t('form.impersonation')} />
        {children}
      </Section>
    </SectionIndex>
  );
}

function OpenIdFields({ before }: { readonly before: Known['before'] | undefined }) {
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

const AddressField = (
  props: Pick<Parameters<typeof FormTextField>[0], 'name' | 'label' | 'hint' | 'rules'> & { readonly name: string },
) => <FormTextField {...props} type="url" autoComplete="off" spellCheck={false} />;

type Known = Pick<Props, 'before'>;

function CredentialFields({ before }: { readonly before: Known['before'] | undefined }) {
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

function PairwiseChange({ before }: { readonly before: Known['before'] | undefined }) {
  const { t } = useTranslation('applications');
  const { values } = useFormState<ApplicationValues>({ subscription: { values: true } });
  if (!before || before.pairwise === values.pairwise) return null;
  return (
    <p className="muted small" role="status">
      {t('form.pairwiseChange')}
    </p>
  );
}
