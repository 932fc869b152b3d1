/** The report's filters: days, actor, target, action, outcome. Text applies on Enter or blur. */
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/Button.tsx';
import { Field } from '@src/ui/Field.tsx';
import { Select } from '@src/ui/Select.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { useActionGroups } from './actionNames.ts';
import { type AuditView, datesOf, isFiltered, outcomes, presets, unfiltered } from './auditView.ts';
import type { ViewChange } from './useAuditAddress.ts';

interface Props {
  readonly view: AuditView;
  readonly now: number;
  readonly onView: (change: ViewChange) => void;
}

export function FilterBar({ view, now, onView }: Props) {
  const { t } = useTranslation('audit');
  const days = datesOf(view, now);
  const apply = (end: 'from' | 'to', day: string) => {
    onView((latest) => {
      const next = { ...datesOf(latest, now), [end]: day };
      return { ...latest, ...next, range: next.from === '' && next.to === '' ? 'all' : 'days' };
    });
  };
  return (
    <div role="search" aria-label={t('filter.label')} className="audit-filters">
      <div className="audit-presets" role="group" aria-label={t('filter.range')}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="audit-preset"
            aria-pressed={view.range === preset}
            onClick={() => {
              onView((latest) => ({ ...latest, range: preset, from: '', to: '' }));
            }}
          >
            {t(`range.${preset}`)}
          </button>
        ))}
      </div>
      <div className="audit-fields">
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            label={t(`filter.${end}`)}
            value={days[end]}
            onValue={(day) => {
              apply(end, day);
            }}
          />
        ))}
        {(['actor', 'target'] as const).map((filter) => (
          <TextFilterField
            key={filter}
            label={t(`column.${filter}`)}
            value={view[filter]}
            placeholder={t(`filter.${filter}`)}
            onValue={(value) => {
              onView((latest) => ({ ...latest, [filter]: value }));
            }}
          />
        ))}
        <ActionField
          value={view.action}
          onValue={(action) => {
            onView((latest) => ({ ...latest, action }));
          }}
        />
        <Select
          label={t('column.outcome')}
          value={view.outcome}
          choices={[{ value: '', label: t('filter.any') }, ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
          onChange={({ target }) => {
            onView((latest) => ({ ...latest, outcome: target.value as AuditView['outcome'] }));
          }}
        />
        {isFiltered(view) && (
          <Button
            kind="quiet"
            onClick={() => {
              onView(unfiltered);
            }}
          >
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Enter applies the text as blur does, and keeps the focus. */
function applyOnEnter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== 'Enter') return;
  currentTarget.blur();
  currentTarget.focus();
}

/** The text being typed; reset when the value changes from outside, such as by Back. */
function useDraft(value: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ of: value, text: value });
  const text = draft.of === value ? draft.text : value;
  return [
    text,
    (typed) => {
      setDraft({ of: value, text: typed });
    },
  ];
}

interface DraftProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Below this, the year is still being typed (starts with zeros). */
const MIN_DAY = '1970-01-01';

function DateField({ label, value, onValue }: DraftProps) {
  const [draft, setDraft] = useDraft(value);
  return (
    <TextField
      label={label}
      type="date"
      value={draft}
      min={MIN_DAY}
      onChange={({ target }) => {
        setDraft(target.value);
        if (target.value >= MIN_DAY) onValue(target.value);
      }}
      onBlur={() => {
        if (draft === '' && value !== '') onValue('');
      }}
    />
  );
}

function TextFilterField({ value, onValue, ...field }: DraftProps & { readonly placeholder: string }) {
  const [draft, setDraft] = useDraft(value);
  const apply = (text: string) => {
    setDraft(text);
    if (text.trim() !== value) onValue(text.trim());
  };
  return (
    <TextField
      {...field}
      type="search"
      value={draft}
      maxLength={255}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={({ target }) => {
        // The input's clear button empties it; no Enter follows.
        if (target.value === '') apply('');
        else setDraft(target.value);
      }}
      onBlur={() => {
        apply(draft);
      }}
      onKeyDown={applyOnEnter}
    />
  );
}

function ActionField({ value, onValue }: { readonly value: string; readonly onValue: (action: string) => void }) {
  const { t } = useTranslation('audit');
  const groups = useActionGroups();
  const isKnown =
    value === '' || groups.some(({ noun, actions }) => value === `${noun}.` || actions.some((known) => known.value === value));
  return (
    <Field label={t('column.action')}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value}
          onChange={({ target }) => {
            onValue(target.value);
          }}
        >
          <option value="">{t('filter.any')}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {groups.map(({ noun, label, actions }) => (
            <optgroup key={noun} label={label}>
              <option value={`${noun}.`}>{t('filter.all', { noun: label })}</option>
              {actions.map((action) => (
                <option key={action.value} value={action.value}>
                  {action.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
