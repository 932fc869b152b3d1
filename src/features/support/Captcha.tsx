/** The check for persons, where the server asks for one. Its script comes only then, from the addresses that the page's policy names. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadRecaptcha } from './recaptcha.ts';

interface Props {
  readonly siteKey: string;
  /** Undefined when the answer has expired. */
  readonly onToken: (token: string | undefined) => void;
}

export function Captcha({ siteKey, onToken }: Props) {
  const { t, i18n } = useTranslation('support');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    // The widget can't be drawn into the same element twice.
    const widget = document.createElement('div');
    place.current?.append(widget);
    let isHere = true;
    const fail = () => {
      if (isHere) setFailed(true);
    };
    loadRecaptcha(i18n.language).then((recaptcha) => {
      if (!isHere) return;
      recaptcha.render(widget, {
        sitekey: siteKey,
        theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
        callback: onToken,
        'expired-callback': () => {
          onToken(undefined);
        },
        'error-callback': fail,
      });
    }, fail);
    return () => {
      isHere = false;
      widget.remove();
    };
  }, [siteKey, onToken, i18n.language]);

  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {t('captcha.label')}
      </span>
      <div ref={place} />
      {hasFailed && (
        <p className="field-error" role="alert">
          {t('captcha.failed')}
        </p>
      )}
    </div>
  );
}
