/** Assigns columns to fields, the default organisation, and the name of the source. */
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isBlank, required } from '@api/contract/rules/required.ts';
import { shortened } from '@api/contract/rules/shortened.ts';
import { type Import, importCancelled, importCheckRequested, importClosed } from '@store/imports/import.slice.ts';
import { type ImportField, importFields, isRequiredField, DEFAULT_ROLE } from '@store/imports/importRows.ts';
import { useOrganisationChoices } from '@src/choices/useChoices.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { ruleMessage } from '@src/forms/validation.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Select } from '@src/ui/Select.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { guessColumns, rememberColumns, rememberedSource } from './columns.ts';
import { Waiting } from './Outcomes.tsx';

const MAX_SOURCE_LENGTH = 100;
/** A cell of the file may have any length. */
const MAX_EXAMPLE_CHARACTERS = 60;

export function Columns({ now }: { readonly now: Extract<Import, { kind: 'mapping' | 'checking' }> }) {
  const { t } = useTranslation(['import', 'rules', 'common']);
  const { t: rule } = useTranslation('rules');
  const dispatch = useDispatch();
  const roleNames = useRoleNames();
  const { file, choices } = now;
  const [columns, setColumns] = useState(() => choices?.columns ?? guessColumns(file.heads));
  const [source, setSource] = useState(() => choices?.source ?? rememberedSource());
  const [organisation, setOrganisation] = useState(choices?.organisation ?? '');
  const [showsErrors, setShowsErrors] = useState(false);
  const organisations = useOrganisationChoices(true);
  const busy = now.kind === 'checking';
  const exampleOf = (column: number) => {
    const cell = file.rows[0]?.cells[column];
    return cell ? t('import:example', { value: shortened(cell, MAX_EXAMPLE_CHARACTERS) }) : undefined;
  };

  const isMissing = (field: ImportField) => columns[field] < 0 && isRequiredField(field);
  const lacksOrganisation = columns.organisationPublicId < 0 && organisation === '';
  const heads = file.heads.map((head, at) => ({
    value: String(at),
    label: head || t('import:unnamed', { number: at + 1 }),
  }));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShowsErrors(true);
    if (busy || !organisations) return;
    if (importFields.some(isMissing) || lacksOrganisation || isBlank(source)) {
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    rememberColumns(file.heads, columns, source);
    dispatch(importCheckRequested({ source, columns, organisation, organisations }));
  };

  const labelOf = (field: ImportField) => t(`import:field.${field}`);
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {now.kind === 'mapping' && now.problem && <ProblemAlert problem={now.problem} />}
      <div className="form-page-pair">
        {importFields.map((field) => (
          <Select
            key={field}
            label={labelOf(field)}
            value={String(columns[field])}
            disabled={busy}
            required={isRequiredField(field)}
            choices={[
              {
                value: '-1',
                label: t(`import:without.${isRequiredField(field) ? 'needed' : field}`, { role: roleNames.of(DEFAULT_ROLE) }),
              },
              ...heads,
            ]}
            error={showsErrors && isMissing(field) ? t('import:missing', { field: labelOf(field) }) : undefined}
            hint={exampleOf(columns[field])}
            onChange={(index) => {
              setColumns({ ...columns, [field]: Number(index) });
            }}
          />
        ))}
      </div>
      {columns.organisationPublicId < 0 && (
        <Select
          label={t('import:organisation')}
          value={organisation}
          disabled={busy}
          choices={[{ value: '', label: t('import:chooseOrganisation') }, ...(organisations ?? [])]}
          error={showsErrors && lacksOrganisation ? t('import:missingOrganisation') : undefined}
          onChange={setOrganisation}
        />
      )}
      <TextField
        label={t('import:source')}
        hint={t('import:sourceHint')}
        value={source}
        maxLength={MAX_SOURCE_LENGTH}
        required
        disabled={busy}
        autoComplete="off"
        error={showsErrors && isBlank(source) ? ruleMessage(required, t('import:source'), rule) : undefined}
        onChange={({ target }) => {
          setSource(target.value);
        }}
      />
      {busy ? (
        <Waiting label={t('import:checking')} onCancel={() => dispatch(importCancelled())} />
      ) : (
        <div className="button-row">
          <Button onClick={() => dispatch(importClosed())}>{t('import:another')}</Button>
          <BusyButton type="primary" htmlType="submit" busy={!organisations}>
            {t('import:check')}
          </BusyButton>
        </div>
      )}
    </form>
  );
}
