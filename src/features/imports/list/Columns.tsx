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

export function Columns({ listImport }: { readonly listImport: Extract<Import, { kind: 'mapping' | 'checking' }> }) {
  const { t } = useTranslation(['imports', 'rules', 'common']);
  const { t: rule } = useTranslation('rules');
  const dispatch = useDispatch();
  const roleNames = useRoleNames();
  const { file, choices } = listImport;
  const [columns, setColumns] = useState(() => choices?.columns ?? guessColumns(file.heads));
  const [source, setSource] = useState(() => choices?.source ?? rememberedSource());
  const [organisation, setOrganisation] = useState(choices?.organisation ?? '');
  const [showsErrors, setShowsErrors] = useState(false);
  const organisations = useOrganisationChoices(true);
  const busy = listImport.kind === 'checking';
  const exampleOf = (column: number) => {
    const cell = file.rows[0]?.cells[column];
    return cell ? t('imports:list.example', { value: shortened(cell, MAX_EXAMPLE_CHARACTERS) }) : undefined;
  };

  const isMissing = (field: ImportField) => columns[field] < 0 && isRequiredField(field);
  const lacksOrganisation = columns.organisationPublicId < 0 && organisation === '';
  const heads = file.heads.map((head, at) => ({
    value: String(at),
    label: head || t('imports:list.unnamed', { number: at + 1 }),
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

  const labelOf = (field: ImportField) => t(`imports:list.field.${field}`);
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {listImport.kind === 'mapping' && listImport.problem && <ProblemAlert problem={listImport.problem} />}
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
                label: t(`imports:list.without.${isRequiredField(field) ? 'needed' : field}`, {
                  role: roleNames.of(DEFAULT_ROLE),
                }),
              },
              ...heads,
            ]}
            error={showsErrors && isMissing(field) ? t('imports:list.missing', { field: labelOf(field) }) : undefined}
            hint={exampleOf(columns[field])}
            onChange={(index) => {
              setColumns({ ...columns, [field]: Number(index) });
            }}
          />
        ))}
      </div>
      {columns.organisationPublicId < 0 && (
        <Select
          label={t('imports:list.organisation')}
          value={organisation}
          disabled={busy}
          choices={[{ value: '', label: t('imports:list.chooseOrganisation') }, ...(organisations ?? [])]}
          error={showsErrors && lacksOrganisation ? t('imports:list.missingOrganisation') : undefined}
          onChange={setOrganisation}
        />
      )}
      <TextField
        label={t('imports:list.source')}
        hint={t('imports:list.sourceHint')}
        value={source}
        maxLength={MAX_SOURCE_LENGTH}
        required
        disabled={busy}
        autoComplete="off"
        error={showsErrors && isBlank(source) ? ruleMessage(required, t('imports:list.source'), rule) : undefined}
        onChange={({ target }) => {
          setSource(target.value);
        }}
      />
      {busy ? (
        <Waiting label={t('imports:list.checking')} onCancel={() => dispatch(importCancelled())} />
      ) : (
        <div className="button-row">
          <Button onClick={() => dispatch(importClosed())}>{t('imports:list.another')}</Button>
          <BusyButton type="primary" htmlType="submit" busy={!organisations}>
            {t('imports:list.check')}
          </BusyButton>
        </div>
      )}
    </form>
  );
}
