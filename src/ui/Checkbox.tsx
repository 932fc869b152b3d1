/** antd's Checkbox with its error, associated by an id. */
import { Checkbox as AntdCheckbox } from 'antd';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends Omit<ComponentProps<typeof AntdCheckbox>, 'className' | 'children'> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

export function Checkbox({ label, error, ...checkbox }: Props) {
  const id = useId();
  return (
    <div className="field">
      <AntdCheckbox {...checkbox} {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}>
        {label}
      </AntdCheckbox>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
