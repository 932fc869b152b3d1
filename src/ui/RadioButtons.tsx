/**
 * One of few choices, all of them in view. antd's Segmented is not used: its frame is a Tab stop of its own, where arrow keys do
 * nothing.
 */
import { Radio } from 'antd';
import { useId } from 'react';
import type { Choice } from './fieldText.ts';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

export function RadioButtons<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  const id = useId();
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <Radio.Group
        name={id}
        aria-labelledby={id}
        optionType="button"
        value={value}
        options={[...choices]}
        onChange={({ target }) => {
          onChange(target.value as Value);
        }}
      />
    </div>
  );
}
