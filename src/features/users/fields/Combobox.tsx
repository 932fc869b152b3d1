/** Choice of one option by typing part of its name: arrows move, Enter chooses, Escape closes unchanged. */
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldText } from '@src/ui/Field.tsx';
import type { Choice } from '@src/ui/Select.tsx';
import { foldText, searchWords } from '../list/matches.ts';
import './fields.css';

/** Options rendered at most. */
const MAX_OPTIONS = 50;

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

export function Combobox({ value, choices, loading, onChange, onType, onFocus, onBlur, required, disabled, ...text }: Props) {
  const { t } = useTranslation('users');
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** Enter was pressed while choices were loading: the best match is chosen when they arrive. */
  const [isEnterPending, setEnterPending] = useState(false);
  const words = searchWords(typed ?? '');
  const matching = choices.filter(({ label }) => words.every((word) => foldText(label).includes(word))).slice(0, MAX_OPTIONS);
  const activeIndex = Math.min(active, matching.length - 1);
  const label = choices.find((choice) => choice.value === value)?.label ?? '';
  const optionId = (index: number) => `${listId}-${String(index)}`;

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeIndex]);

  const open = () => {
    setActive(
      typed === undefined
        ? Math.max(
            0,
            choices.slice(0, MAX_OPTIONS).findIndex((choice) => choice.value === value),
          )
        : activeIndex,
    );
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setEnterPending(false);
    if (typed !== undefined) onType?.('');
  };
  const choose = (choice: Choice) => {
    onChange(choice.value);
    close();
  };
  const choosePending = useEffectEvent(() => {
    setEnterPending(false);
    if (matching[activeIndex]) choose(matching[activeIndex]);
    else if (!isOpen) close();
  });
  const isDue = isEnterPending && !loading;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the choices came from outside, and resolve a pending Enter
    if (isDue) choosePending();
  }, [isDue]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((activeIndex + step + matching.length) % Math.max(1, matching.length));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      // Without a match the text stays for correction.
      if (matching[activeIndex]) choose(matching[activeIndex]);
      else if (loading && words.length > 0) setEnterPending(true);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <Field {...text}>
      {(control) => (
        <div className="combo">
          <input
            {...control}
            type="text"
            className="control"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && matching.length > 0 ? optionId(activeIndex) : undefined}
            aria-required={required}
            disabled={disabled}
            value={typed ?? label}
            onFocus={onFocus}
            onClick={(event) => {
              // Typing replaces the name.
              if (!isOpen) event.currentTarget.select();
              open();
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              onType?.(event.target.value);
              setEnterPending(false);
              setActive(0);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              // A completely typed name is chosen.
              const typedChoice = choices.find(
                (choice) => typed !== undefined && foldText(choice.label) === foldText(typed.trim()),
              );
              if (typedChoice) choose(typedChoice);
              else if (isEnterPending) setOpen(false);
              else close();
              onBlur?.();
            }}
          />
          {isOpen && (
            <ul
              ref={list}
              id={listId}
              role="listbox"
              aria-label={text.label}
              className="combo-list"
              // Keeps the focus in the input.
              onMouseDown={(event) => {
                event.preventDefault();
              }}
            >
              {matching.map((choice, index) => (
                <li
                  key={choice.value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={choice.value === value}
                  data-active={index === activeIndex}
                  onClick={() => {
                    choose(choice);
                  }}
                >
                  {choice.label}
                </li>
              ))}
              {(loading === true || matching.length === 0) && (
                <li role="option" aria-selected={false} aria-disabled className="muted">
                  {t(loading ? 'filters.loading' : 'filters.nothing')}
                </li>
              )}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}
