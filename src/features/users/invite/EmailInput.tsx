/** The input of Select without a list: a text field, not a combobox. */
import type { ComponentProps } from 'react';

export function EmailInput({
  role: _role,
  'aria-expanded': _expanded,
  'aria-haspopup': _popup,
  'aria-autocomplete': _autocomplete,
  ...input
}: ComponentProps<'input'>) {
  return (
    <input
      {...input}
      name="emails"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
