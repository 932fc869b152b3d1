/** Label, hint and error of one of antd's controls, as of the native ones; antd draws the error by its status. */
import type { ReactNode } from 'react';
import type { ControlIds, FieldText } from './fieldText.ts';
import { Field as NativeField } from './native/Field.tsx';

interface Props extends FieldText {
  /** Id of the control, if the caller needs it. */
  readonly id?: string | undefined;
  readonly children: (control: ControlIds) => ReactNode;
}

export function Field({ children, ...field }: Props) {
  return <NativeField {...field}>{(ids) => children({ ...ids, status: field.error ? 'error' : '' })}</NativeField>;
}
