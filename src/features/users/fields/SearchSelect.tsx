/** Select of one of many choices by typing part of its name. */
import { Select } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@src/ui/Field.tsx';
import type { Choice, FieldText } from '@src/ui/fieldText.ts';
import { searchIcon } from '@src/ui/selectSearch.tsx';
import { foldText, searchWords } from '../list/matches.ts';

interface Props extends FieldText {
  readonly value: string;
  readonly choices: readonly Choice[];
  /** More choices are loading, so "no match" is not shown yet. */
  readonly loading?: boolean;
  readonly onChange: (value: string) => void;
  /** The typed text, for choices searched on the server; empty once the search ends. */
  readonly onType?: (text: string) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const includesWords = (typed: string, label: string): boolean =>
  searchWords(typed).every((word) => foldText(label).includes(word));

const isTypedWhole = (typed: string, { label }: Choice): boolean => foldText(label) === foldText(typed.trim());

export function SearchSelect({
  value,
  choices,
  loading = false,
  onChange,
  onType,
  onFocus,
  onBlur,
  required,
  disabled,
  ...text
}: Props) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  /** Enter was pressed after this text while choices were loading: the best match is chosen when they arrive. */
  const [awaited, setAwaited] = useState('');

  const chooseAwaited = useEffectEvent(() => {
    const choice = choices.find(({ label }) => includesWords(awaited, label));
    setAwaited('');
    if (choice) {
      onChange(choice.value);
      setOpen(false);
    }
    if (choice || !isOpen) onType?.('');
  });
  const isDue = awaited !== '' && !loading;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the choices came from outside, and resolve a pending Enter
    if (isDue) chooseAwaited();
  }, [isDue]);

  /** antd would close the list and drop the text, when nothing matches it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setAwaited('');
    const isUnmatched = typed.trim() !== '' && !choices.some(({ label }) => includesWords(typed, label));
    if (event.key !== 'Enter' || !isOpen || !isUnmatched) return;
    event.preventDefault();
    event.stopPropagation();
    if (loading) setAwaited(typed);
  };

  return (
    <Field {...text}>
      {(control) => (
        <div onKeyDownCapture={onKeyDown}>
          <Select<string, Choice>
            {...control}
            aria-required={required}
            aria-description={choices.find((choice) => choice.value === value)?.label}
            disabled={disabled ?? false}
            // Before the choices are loaded, an id without a name is no value to show.
            value={choices.some((choice) => choice.value === value) ? value : null}
            options={[...choices]}
            showSearch={{
              searchIcon,
              filterOption: (words, option) => includesWords(words, option?.label ?? ''),
              onSearch: (words) => {
                setTyped(words);
                // The search goes on for a choice that is still awaited.
                if (words !== '') setAwaited('');
                if (words !== '' || awaited === '') onType?.(words);
              },
            }}
            notFoundContent={t(loading ? 'filters.loading' : 'filters.nothing')}
            open={isOpen}
            onOpenChange={setOpen}
            onChange={onChange}
            {...(onFocus && { onFocus })}
            onBlur={() => {
              const whole = typed !== '' && choices.find((choice) => isTypedWhole(typed, choice));
              if (whole) onChange(whole.value);
              onBlur?.();
            }}
          />
        </div>
      )}
    </Field>
  );
}
