/** One of many, found by typing a part of its name: arrows move, Enter takes, Escape leaves things as they were. */
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldText } from '@src/ui/Field.tsx';
import type { Choice } from '@src/ui/Select.tsx';
import { folded, wordsOf } from '../list/matches.ts';
import '../formPage/formPage.css';

/** More than anybody reads through: who needs the next one types on. */
const SHOWN = 50;

interface Props extends FieldText {
  readonly value: string;
  readonly choices: readonly Choice[];
  /** More choices are on their way: that nothing fits is not known yet. */
  readonly loading?: boolean;
  readonly onChange: (value: string) => void;
  /** What is typed, for choices that are searched for elsewhere; empty once the search is over. */
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
  /** Enter was pressed before the choices were there: what fits then is taken. */
  const [isMeant, setMeant] = useState(false);
  const words = wordsOf(typed ?? '');
  const fitting = choices.filter(({ label }) => words.every((word) => folded(label).includes(word))).slice(0, SHOWN);
  const at = Math.min(active, fitting.length - 1);
  const label = choices.find((choice) => choice.value === value)?.label ?? '';
  const optionId = (index: number) => `${listId}-${String(index)}`;

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, at]);

  const open = () => {
    setActive(
      typed === undefined
        ? Math.max(
            0,
            choices.slice(0, SHOWN).findIndex((choice) => choice.value === value),
          )
        : at,
    );
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setMeant(false);
    if (typed !== undefined) onType?.('');
  };
  const take = (choice: Choice) => {
    onChange(choice.value);
    close();
  };
  const takeMeant = useEffectEvent(() => {
    setMeant(false);
    if (fitting[at]) take(fitting[at]);
    else if (!isOpen) close();
  });
  const isDue = isMeant && !loading;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the choices came from outside, and what was meant is settled by that
    if (isDue) takeMeant();
  }, [isDue]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((at + step + fitting.length) % Math.max(1, fitting.length));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      // Where nothing fits, what was typed stays to be put right.
      if (fitting[at]) take(fitting[at]);
      else if (loading && words.length > 0) setMeant(true);
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
            aria-activedescendant={isOpen && fitting.length > 0 ? optionId(at) : undefined}
            aria-required={required}
            disabled={disabled}
            value={typed ?? label}
            onFocus={onFocus}
            onClick={(event) => {
              // What is typed next takes the place of the name.
              if (!isOpen) event.currentTarget.select();
              open();
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              onType?.(event.target.value);
              setMeant(false);
              setActive(0);
              setOpen(true);
            }}
            onKeyDown={press}
            onBlur={() => {
              // Who typed a whole name meant it.
              const meant = choices.find((choice) => typed !== undefined && folded(choice.label) === folded(typed.trim()));
              if (meant) take(meant);
              else if (isMeant) setOpen(false);
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
              // The focus stays in the field.
              onMouseDown={(event) => {
                event.preventDefault();
              }}
            >
              {fitting.map((choice, index) => (
                <li
                  key={choice.value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={choice.value === value}
                  data-active={index === at}
                  onClick={() => {
                    take(choice);
                  }}
                >
                  {choice.label}
                </li>
              ))}
              {(loading === true || fitting.length === 0) && (
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
