/** The fields of the report's filters. Text applies on Enter or blur, a day as soon as it is complete. */
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@src/ui/Field.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { useActionGroups } from './actionNames.ts';

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

export function DateField({ label, value, onValue }: DraftProps) {
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

export function TextFilterField({ value, onValue, ...field }: DraftProps & { readonly placeholder: string }) {
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

export function ActionField({ value, onValue }: { readonly value: string; readonly onValue: (action: string) => void }) {
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
