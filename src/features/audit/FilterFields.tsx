/** The text fields of the report's filters. They apply on Enter or blur. */
import { type KeyboardEvent, useState } from 'react';
import { searchedName } from '@api/contract/rules/searchWords.ts';
import { TextField } from '@src/ui/TextField.tsx';

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

export function TextFilterField({ value, onValue, ...field }: DraftProps & { readonly placeholder: string }) {
  const [draft, setDraft] = useDraft(value);
  const apply = (text: string) => {
    const name = searchedName(text);
    setDraft(name);
    if (name !== value) onValue(name);
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
