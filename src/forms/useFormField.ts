/** Binds a control to its form field and validation rules. */
import { useField, type FieldRenderProps } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { fieldError, type AnyRule } from './validation.ts';

export interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  /** Name used in messages, if the label does not fit a sentence. */
  readonly nameInMessages?: string | undefined;
  readonly rules?: readonly AnyRule[] | undefined;
}

/** Shows an error only after blur or submission, never during the first typing. */
function shownError({
  error,
  submitError,
  dirtySinceLastSubmit,
  touched,
  dirty,
  submitFailed,
  active,
}: FieldRenderProps['meta']): string | undefined {
  if (submitError && !dirtySinceLastSubmit) return submitError as string;
  const isDue = submitFailed === true || (touched && dirty && !active);
  return isDue ? (error as string | undefined) : undefined;
}

export function useFormField<Value>({ name, label, nameInMessages = label, rules = [] }: FormFieldProps, type?: 'checkbox') {
  const { t } = useTranslation('rules');
  const { input, meta } = useField<Value>(name, {
    ...(type && { type }),
    validate: (value: unknown) => fieldError(rules, value, nameInMessages, t),
    // An emptied field is an empty string, not undefined.
    parse: (value: unknown) => value,
  });
  return { input, error: shownError(meta), required: rules.some((rule) => rule.code === 'required') };
}
