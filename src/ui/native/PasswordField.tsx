/** A password input with a show/hide button and a Caps Lock warning. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import { Icon } from '../Icon.tsx';
import { useCapsLock } from '../useCapsLock.tsx';
import type { TextFieldProps } from './TextField.tsx';

export function PasswordField({ label, hint, error, id, onBlur, ...input }: Omit<TextFieldProps, 'type'>) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const capsLock = useCapsLock();
  return (
    <Field label={label} hint={capsLock.withWarning(hint)} error={error} id={id}>
      {(control) => (
        <div className="with-button">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="control"
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
          <button
            type="button"
            className="icon-button"
            aria-pressed={shown}
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            title={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => {
              setShown(!shown);
            }}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}
