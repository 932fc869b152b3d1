/** Loads the reCAPTCHA script once, on the first form that needs it. */

interface RecaptchaOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

export interface Recaptcha {
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

/** A failure is not cached: the next form retries. */
export function loadRecaptcha(language: string): Promise<Recaptcha> {
  loading ??= fetchScript(language).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
