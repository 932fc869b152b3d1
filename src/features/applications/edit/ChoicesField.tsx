/** A choice of several items as checkboxes; a long list can be searched. */
import { useId, useState, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { TextField } from '@src/ui/TextField.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly line?: ReactNode;
  /** Always chosen. */
  readonly fixed?: boolean;
}

interface Props {
  readonly name: string;
  /** Name of the group for screen readers; the text above says it visibly. */
  readonly legend: string;
  readonly choices: readonly Choice[];
  /** Label of the search field of a long list. */
  readonly search?: string;
}

/** Longer lists scroll, and can be searched. */
const MAX_UNFOLDED = 8;

const sortedKey = (values: readonly string[] | undefined): string | undefined => values?.toSorted().join('\n');
/** Compares two choices regardless of order. */
const isEqual = (one?: readonly string[], other?: readonly string[]): boolean => sortedKey(one) === sortedKey(other);

export function ChoicesField({ name, legend, choices, search }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const { input, meta } = useField<readonly string[]>(name, {
    isEqual,
    subscription: { value: true, submitError: true, dirtySinceLastSubmit: true },
  });
  const error = meta.dirtySinceLastSubmit ? undefined : (meta.submitError as string | undefined);
  const isLong = choices.length > MAX_UNFOLDED;
  const searchedText = text.trim().toLowerCase();
  const shown = choices.filter(({ label }) => label.toLowerCase().includes(searchedText));
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="hidden-but-read">{legend}</legend>
      {isLong && search && (
        <TextField
          label={search}
          type="search"
          value={text}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value);
          }}
        />
      )}
      <div className={`stack-tight ${isLong ? 'scroll-box box' : ''}`}>
        {shown.map(({ value, label, line, fixed }) => (
          <Checkbox
            key={value}
            label={
              <>
                {label}{' '}
                {line && (
                  <>
                    <br />
                    <span className="muted small">{line}</span>
                  </>
                )}
              </>
            }
            checked={fixed === true || input.value.includes(value)}
            disabled={fixed ?? false}
            onChange={({ target }) => {
              input.onChange(target.checked ? [...input.value, value] : input.value.filter((other) => other !== value));
            }}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
