/** antd's Checkbox with its error, associated by an id. */
import { Checkbox as AntdCheckbox, Form } from 'antd';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends Omit<ComponentProps<typeof AntdCheckbox>, 'className' | 'children'> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

export function Checkbox({ label, error, ...checkbox }: Props) {
  const id = useId();
  return (
    <Form.Item validateStatus={error ? 'error' : ''} help={error && <span id={`${id}-error`}>{error}</span>}>
      <AntdCheckbox {...checkbox} {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}>
        {label}
      </AntdCheckbox>
    </Form.Item>
  );
}
