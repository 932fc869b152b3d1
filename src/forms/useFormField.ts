/** Ties a control to its place in the form and to the rules it must keep. */
import { useField, type FieldRenderProps } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { fieldError, type AnyRule } from './validation.ts';

export interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  /** What messages call it, where the label would read wrongly in a sentence. */
  readonly nameInMessages?: string | undefined;
  readonly rules?: readonly AnyRule[] | undefined;
}

/** Complains about what was typed and left, and about everything once the form was sent; never about what is being typed first. */
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
  const due = submitFailed === true || (touched && dirty && !active);
  return due ? (error as string | undefined) : undefined;
}

export function useFormField<Value>({ name, label, nameInMessages = label, rules = [] }: FormFieldProps, type?: 'checkbox') {
  const { t } = useTranslation('rules');
  const { input, meta } = useField<Value>(name, {
    ...(type && { type }),
    validate: (value: unknown) => fieldError(rules, value, nameInMessages, t),
    // An emptied field is an empty text, not an absent value.
    parse: (value: unknown) => value,
  });
  return { input, error: shownError(meta), required: rules.some((rule) => rule.code === 'required') };
}
