/** The fields of a report: filters, period, file format, schedule and recipients. */
import { useEffect } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { csvDelimiters } from '@api/contract/csv.ts';
import { required } from '@api/contract/rules/required.ts';
import { viewName } from '@api/contract/rules/viewName.ts';
import { FormCheckbox, FormSelect, FormTextField } from '@src/forms/FormFields.tsx';
import { useEventKinds } from '@src/i18n/useEventKinds.ts';
import { FormDayChoice, FormZoneChoice } from './ChoiceFields.tsx';
import { isDay, outcomes, ranges, scheduled, textFilters, type ReportValues } from './reportForm.ts';
import { useReportWords } from './useReportWords.ts';

const nameRules = [required, viewName];
const MAX_DAY = 31;
const HOURS = 24;
const WEEKDAYS = 7;

const upTo = (count: number, first: number) => Array.from({ length: count }, (_, index) => index + first);

export function ReportFields({ isOwn }: { readonly isOwn: boolean }) {
  const { t } = useTranslation('audit');
  const { values, initialValues } = useFormState<ReportValues>({ subscription: { values: true, initialValues: true } });
  const kinds = useEventKinds();
  const initialAction = initialValues?.action ?? '';
  return (
    <>
      <FormTextField name="name" label={t('reports.form.name')} rules={nameRules} autoComplete="off" autoFocus />
      <fieldset className="reports-fields form-page-pair">
        <legend>{t('reports.form.what')}</legend>
        {(['verb', 'object'] as const).map((name) => (
          <FormSelect
            key={name}
            name={name}
            label={t(`filter.${name}`)}
            choices={[{ value: '', label: t('filter.any') }, ...kinds[name === 'verb' ? 'verbs' : 'objects']]}
          />
        ))}
        {initialAction !== '' && (
          <FormSelect
            name="action"
            label={t('column.action')}
            choices={[
              { value: '', label: t('filter.any') },
              { value: initialAction, label: kinds.action(initialAction) },
            ]}
          />
        )}
        <FormSelect
          name="outcome"
          label={t('column.outcome')}
          choices={[{ value: '', label: t('filter.any') }, ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
        />
        {textFilters
          .filter((name) => !['actor', 'target'].includes(name) || values[name] !== '')
          .map((name) => (
            <FormTextField
              key={name}
              name={name}
              label={name === 'person' ? t('filter.person') : t(`column.${name}`)}
              placeholder={t(name === 'person' ? 'filter.personHint' : `filter.${name}`)}
              maxLength={255}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          ))}
      </fieldset>
      <fieldset className="reports-fields form-page-pair">
        <legend>{t('reports.form.time')}</legend>
        <RangeField {...values} />
        <FormZoneChoice name="timeZone" label={t('reports.form.zone')} hint={t('reports.form.zoneHint')} />
        {values.range === 'between' &&
          (['from', 'to'] as const).map((end) =>
            values[end] === '' || isDay(values[end]) ? (
              <FormDayChoice key={end} name={end} label={t(`filter.${end}`)} />
            ) : (
              <FormTextField key={end} name={end} label={t(`filter.${end}`)} readOnly />
            ),
          )}
      </fieldset>
      <fieldset className="reports-fields form-page-pair">
        <legend>{t('reports.form.file')}</legend>
        <FormSelect
          name="format"
          label={t('reports.form.format')}
          choices={(['xlsx', 'csv', 'jsonl'] as const).map((value) => ({ value, label: t(`reports.format.${value}`) }))}
        />
        {values.format === 'csv' && (
          <>
            <FormSelect
              name="delimiter"
              label={t('reports.form.delimiter')}
              choices={csvDelimiters.map((value) => ({ value, label: t(`reports.delimiter.${nameOf[value]}`) }))}
            />
            <FormCheckbox name="bom" label={t('reports.form.bom')} />
          </>
        )}
      </fieldset>
      {isOwn && (
        <fieldset className="reports-fields form-page-pair">
          <legend>{t('reports.form.mail')}</legend>
          <ScheduleFields every={values.every} />
          <FormCheckbox name="shared" label={t('reports.form.shared')} />
        </fieldset>
      )}
    </>
  );
}

const nameOf = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

/** Also offers a range that another program has saved. */
function RangeField(values: ReportValues) {
  const { t } = useTranslation('audit');
  const words = useReportWords();
  const { range, every } = values;
  const form = useForm<ReportValues>();
  const isFixed = every !== '' && range === 'between';
  useEffect(() => {
    // Fixed dates would be mailed again and again.
    if (isFixed) form.change('range', scheduled(values).range);
  });
  const known = ranges.filter((value) => every === '' || value !== 'between') as readonly string[];
  const choices = known.includes(range) ? known : [...known, range];
  const label = (value: string): string => {
    const [kind, detail = ''] = value.split(':');
    if (kind === 'between') return t('reports.form.between');
    return words.range(kind === 'days' ? { kind, days: Number(detail) } : { kind: 'previous', unit: detail as 'day' }, 'UTC');
  };
  return (
    <FormSelect
      name="range"
      label={t('filter.range')}
      hint={every !== '' && range.startsWith('previous:') ? t('reports.form.previousHint', { range: label(range) }) : undefined}
      choices={choices.map((value) => ({ value, label: label(value) }))}
    />
  );
}

function ScheduleFields({ every }: Pick<ReportValues, 'every'>) {
  const { t } = useTranslation('audit');
  const { weekday, hour } = useReportWords();
  const numbered = (numbers: readonly number[], label: (number: number) => string) =>
    numbers.map((number) => ({ value: String(number), label: label(number) }));
  return (
    <>
      <FormSelect
        name="every"
        label={t('reports.form.every')}
        hint={every === '' ? undefined : t('reports.form.mailHint')}
        choices={(['', 'day', 'week', 'month'] as const).map((value) => ({
          value,
          label: t(`reports.every.${value === '' ? 'never' : value}`),
        }))}
      />
      {every === 'week' && (
        <FormSelect name="weekday" label={t('reports.form.weekday')} choices={numbered(upTo(WEEKDAYS, 1), weekday)} />
      )}
      {every === 'month' && <FormSelect name="day" label={t('reports.form.day')} choices={numbered(upTo(MAX_DAY, 1), String)} />}
      {every !== '' && <FormSelect name="hour" label={t('reports.form.hour')} choices={numbered(upTo(HOURS, 0), hour)} />}
    </>
  );
}
