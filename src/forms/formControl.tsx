/** Binds controls to a form. */
import type { ComponentType, FunctionComponent, MouseEvent } from 'react';
import { useFormField, type FormFieldProps } from './useFormField.ts';

type Bound<Props> = FormFieldProps & Omit<Props, 'name' | 'label' | 'error' | 'value' | 'onChange' | 'required'>;

/** Binds a text control to a form. */
export function formControl<Props extends object>(Control: ComponentType<Props>): FunctionComponent<Bound<Props>> {
  return function FormControl({ rules, nameInMessages, ...props }: Bound<Props>) {
    const { input, error, required } = useFormField<string>({ ...(props as unknown as FormFieldProps), rules, nameInMessages });
    return <Control {...(props as unknown as Props)} {...input} error={error} required={required} />;
  };
}

/** Binds a checkbox to a form. */
export function formCheckbox<Props extends object>(
  Control: ComponentType<Props>,
): FunctionComponent<Omit<Bound<Props>, 'checked'>> {
  return function FormCheckbox({ rules, nameInMessages, ...props }: Omit<Bound<Props>, 'checked'>) {
    const field = { ...(props as unknown as FormFieldProps), rules, nameInMessages } as FormFieldProps;
    const { input, error, required } = useFormField<boolean>(field, 'checkbox');
    const { value: _value, type: _type, ...bound } = input;
    return <Control {...(props as unknown as Props)} {...bound} error={error} required={required} />;
  };
}

/** Keeps the focus in the field: its blur would show an error that moves the button away from under the pointer. */
export const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
};
