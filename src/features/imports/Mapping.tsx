/** Where people go, what their former roles are here, and what else may come. */
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchOrganisationsQuery } from '@api/client/organisations.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { useChooseForImportMutation } from '@api/client/imports.api.ts';
import { isAdmin } from '@api/contract/person.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Folded } from '@src/ui/Folded.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Select } from '@src/ui/Select.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { ImportFacts } from './ImportFacts.tsx';
import type { CountedImport } from '@api/contract/imports.shapes.ts';

interface Props {
  readonly one: CountedImport;
  readonly onMapped: () => void;
}

const MAX_DOMAIN_LENGTH = 253;

export function Mapping({ one, onMapped }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const { importId, counts, source } = one;
  const [choices, setChoices] = useState(one.choices);
  const [choose, { isLoading, error }] = useChooseForImportMutation();
  const roleNames = useRoleNames();
  const roles = useFetchRolesQuery().data?.filter(({ roleName }) => !isAdmin({ roles: [roleName] })) ?? [];
  const organisations = useFetchOrganisationsQuery().data ?? [];
  const roleChoices = roles.map(({ roleName }) => ({ value: roleName, label: roleNames.of(roleName) }));
  const organisationChoices = organisations.map(({ publicId, organisationName }) => ({
    value: publicId,
    label: organisationName,
  }));
  const formerRoles = [...new Set([...Object.keys(one.choices.roles), ...counts.unknownRoles])];
  const change = (changed: Partial<typeof choices>) => {
    setChoices({ ...choices, ...changed });
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const { data } = await choose({ importId, body: choices });
    if (data) onMapped();
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {error && <ProblemAlert problem={problemOf(error)} />}
      <ImportFacts one={one} />
      {source === 'firebase' && (counts.notices.hashUnknown ?? 0) > 0 && (
        <Alert severity="warning">{t('firebase.missing')}</Alert>
      )}
      <Select
        label={t('organisation.label')}
        hint={t('organisation.hint')}
        value={choices.organisationId ?? ''}
        disabled={isLoading}
        choices={[{ value: '', label: t('organisation.none') }, ...organisationChoices]}
        onChange={(id) => {
          change({ organisationId: id === '' ? null : id });
        }}
      />
      {organisations.length > 1 && counts.domains.length > 0 && (
        <Folded label={t('organisation.byDomain')} isOpenAtFirst={Object.keys(choices.domains).length > 0}>
          {counts.domains.map(({ domain }) => (
            <Select
              key={domain}
              label={domain}
              value={choices.domains[domain] ?? ''}
              disabled={isLoading}
              choices={[{ value: '', label: t('organisation.asAbove') }, ...organisationChoices]}
              onChange={(id) => {
                change({ domains: replaced(choices.domains, domain, id) });
              }}
            />
          ))}
        </Folded>
      )}
      {formerRoles.length > 0 && (
        <fieldset className="stack-tight">
          <legend>{t('roles.heading')}</legend>
          <p className="small muted">{t('roles.hint')}</p>
          {formerRoles.map((former) => (
            <Select
              key={former}
              label={former}
              value={choices.roles[former] ?? ''}
              disabled={isLoading}
              choices={[{ value: '', label: t('roles.leaveOut') }, ...roleChoices]}
              onChange={(role) => {
                change({ roles: replaced(choices.roles, former, role) });
              }}
            />
          ))}
        </fieldset>
      )}
      <Select
        label={t('roles.default')}
        value={choices.defaultRole}
        disabled={isLoading}
        choices={roleChoices}
        onChange={(defaultRole) => {
          change({ defaultRole });
        }}
      />
      {((counts.notices.passkeyDropped ?? 0) > 0 || choices.passkeyDomain !== '') && (
        <TextField
          label={t('passkeys.label')}
          hint={t('passkeys.hint')}
          value={choices.passkeyDomain}
          disabled={isLoading}
          maxLength={MAX_DOMAIN_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            change({ passkeyDomain: target.value });
          }}
        />
      )}
      {((counts.notices.hashWeak ?? 0) > 0 || choices.weakHashes) && (
        <Checkbox
          label={t('weakHashes')}
          checked={choices.weakHashes}
          disabled={isLoading}
          onChange={({ target }) => {
            change({ weakHashes: target.checked });
          }}
        />
      )}
      <Checkbox
        label={t('mailLinks')}
        checked={choices.mailLinks}
        disabled={isLoading}
        onChange={({ target }) => {
          change({ mailLinks: target.checked });
        }}
      />
      {isLoading && <p role="status">{t('judging')}</p>}
      <div className="button-row">
        <LinkButton to={paths.usersMoveIn.to({})}>{t('another')}</LinkButton>
        <BusyButton type="primary" htmlType="submit" busy={isLoading}>
          {t('judge')}
        </BusyButton>
      </div>
    </form>
  );
}

/** Without an entry for the empty choice. */
function replaced(entries: Readonly<Record<string, string>>, key: string, value: string): Record<string, string> {
  const otherEntries = Object.entries(entries).filter(([otherKey]) => otherKey !== key);
  return Object.fromEntries(value === '' ? otherEntries : [...otherEntries, [key, value]]);
}
