/** Caps Lock warning of a password input. */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CapsLock {
  /** The hint, preceded by the warning while Caps Lock is on. */
  readonly withWarning: (hint: ReactNode) => ReactNode;
  /** Handler of `onKeyDown` and `onKeyUp`. */
  readonly check: (event: KeyboardEvent) => void;
  /** Handler of `onBlur`. */
  readonly clear: () => void;
}

export function useCapsLock(): CapsLock {
  const { t } = useTranslation('common');
  const [isOn, setOn] = useState(false);
  return {
    withWarning: (hint) =>
      isOn ? (
        <>
          <p role="status">{t('capsLock')}</p>
          {hint}
        </>
      ) : (
        hint
      ),
    check: (event) => {
      setOn(event.getModifierState('CapsLock'));
    },
    clear: () => {
      setOn(false);
    },
  };
}
