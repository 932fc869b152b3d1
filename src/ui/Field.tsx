/** Form.Item as the frame of a control, with label, hint and error associated by ids: antd does so only for its own forms. */
import { Form } from 'antd';
import { type ReactNode, useId } from 'react';
import type { ControlIds, FieldText } from './fieldText.ts';

interface Props extends FieldText {
  /** Id of the control, if the caller needs it. */
  readonly id?: string | undefined;
  readonly children: (control: ControlIds) => ReactNode;
}

export function Field({ label, hint, error, id: givenId, children }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      layout="vertical"
      colon={false}
      validateStatus={error ? 'error' : ''}
      help={error && <span id={`${id}-error`}>{error}</span>}
      extra={hint && <div id={`${id}-hint`}>{hint}</div>}
    >
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
    </Form.Item>
  );
}
