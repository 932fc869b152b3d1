/** The fields of an application, new or known, in sections. */
import { useFormState } from 'react-final-form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationName } from '@api/contract/rules/applicationName.ts';
import { portfolioName } from '@api/contract/rules/portfolioName.ts';
import { required } from '@api/contract/rules/required.ts';
import { FormCheckbox, FormSelect, FormTextField } from '@src/forms/FormFields.tsx';
import { Section } from '@src/ui/Section.tsx';
import { SectionIndex } from '@src/ui/SectionIndex.tsx';
import { AddressField } from './AddressField.tsx';
import { trimmedAddress, type ApplicationValues } from './applicationForm.ts';
import { EntranceFields } from './EntranceFields.tsx';
import { OpenIdFields } from './OpenIdFields.tsx';

const nameRules = [required, portfolioName];
const addressNameRules = [required, applicationName];
const addressRules = [required, trimmedAddress];

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
