/** A password input with a show/hide button and a Caps Lock warning. */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { TextFieldProps } from './TextField.tsx';

export function PasswordField({ label, hint, error, id, onBlur, ...input }: Omit<TextFieldProps, 'type'>) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const checkCapsLock = (event: KeyboardEvent) => {
    setCapsLock(event.getModifierState('CapsLock'));
  };
  const hints: ReactNode = capsLock ? (
    <>
      <p role="status">{t('capsLock')}</p>
      {hint}
    </>
  ) : (
    hint
  );
  return (
    <Field label={label} hint={hints} error={error} id={id}>
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
            onKeyDown={checkCapsLock}
            onKeyUp={checkCapsLock}
            onBlur={(event) => {
              setCapsLock(false);
              onBlur?.(event);
            }}
          />
          <button
            type="button"
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
