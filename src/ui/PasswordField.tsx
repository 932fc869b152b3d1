/** Input.Password with a Caps Lock warning. */
import { Input } from 'antd';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { TextFieldProps } from './TextField.tsx';
import { useCapsLock } from './useCapsLock.tsx';

/** Large enough to touch. */
const target = { display: 'inline-grid', placeItems: 'center', minWidth: 24, minHeight: 24 };

const eye = (isVisible: boolean) => (
  <span style={target}>
    <Icon name={isVisible ? 'eyeOff' : 'eye'} />
  </span>
);

export function PasswordField({ label, hint, error, id, onBlur, ...input }: Omit<TextFieldProps, 'type'>) {
  const capsLock = useCapsLock();
  return (
    <Field label={label} hint={capsLock.withWarning(hint)} error={error} id={id}>
      {(control) => (
        <Input.Password
          {...input}
          {...control}
          iconRender={eye}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={capsLock.check}
          onKeyUp={capsLock.check}
          onBlur={(event) => {
            capsLock.clear();
            onBlur?.(event);
          }}
        />
      )}
    </Field>
  );
}
