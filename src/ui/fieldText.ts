/** Texts of a control. */
import type { ReactNode } from 'react';

export interface FieldText {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** Associate a control with its texts, for screen readers. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  /** Of antd. */
  readonly status: 'error' | '';
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}
