/** reCAPTCHA, if the server requires it. The script is loaded only then, from origins allowed by the Content Security Policy. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly siteKey: string;
  /** Undefined when the token expires. */
  readonly onToken: (token: string | undefined) => void;
}

export function Captcha({ siteKey, onToken }: Props) {
  const { t, i18n } = useTranslation('support');
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    // reCAPTCHA cannot render into the same element twice.
    const widget = document.createElement('div');
    container.current?.append(widget);
    let isMounted = true;
    const fail = () => {
      if (isMounted) setFailed(true);
    };
    loadRecaptcha(i18n.language).then((recaptcha) => {
      if (!isMounted) return;
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
      isMounted = false;
      widget.remove();
    };
  }, [siteKey, onToken, i18n.language]);

  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {t('captcha.label')}
      </span>
      <div ref={container} />
      {hasFailed && (
        <p className="field-error" role="alert">
          {t('captcha.failed')}
        </p>
      )}
    </div>
  );
}

interface RecaptchaOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

interface Recaptcha {
  readonly ready: (then: () => void) => void;
  readonly render: (place: HTMLElement, options: RecaptchaOptions) => number;
}

let loading: Promise<Recaptcha> | undefined;

function fetchScript(language: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${encodeURIComponent(language)}`;
    script.async = true;
    script.onload = () => {
      const { grecaptcha } = window as unknown as { readonly grecaptcha?: Recaptcha };
      if (!grecaptcha) {
        reject(new Error('reCAPTCHA brought nothing'));
        return;
      }
      grecaptcha.ready(() => {
        resolve(grecaptcha);
      });
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('reCAPTCHA could not be fetched'));
    };
    document.head.append(script);
  });
}

/** Loads the reCAPTCHA script once, on the first form that needs it. A failure is not cached: the next form retries. */
function loadRecaptcha(language: string): Promise<Recaptcha> {
  loading ??= fetchScript(language).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
