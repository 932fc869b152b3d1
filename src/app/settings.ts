/** Display settings in local storage, and their effect on the document. */
import type { i18n } from 'i18next';
import type { Settings, SettingsPort } from '@store/saga/ports.ts';
import type { Locale } from '@api/contract/locale.ts';
import { chooseLocale } from '@src/i18n/locale.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';

/** Keys that `src/boot.ts` reads before the first paint. */
const KEYS = { theme: 'theme', fontSize: 'fontSize', locale: 'locale' } as const;

const YEAR_S = 365 * 24 * 60 * 60;

export const readSettings = (): Settings & { readonly locale: Locale } => {
  const theme = browserMemory.read(KEYS.theme);
  return {
    theme: theme === 'dark' || theme === 'system' ? theme : 'light',
    fontSize: browserMemory.read(KEYS.fontSize) === 'compact' ? 'compact' : 'default',
    locale: chooseLocale(browserMemory.read(KEYS.locale), navigator.languages),
  };
};

function writeSettings({ theme, fontSize, locale }: Settings): void {
  browserMemory.write(KEYS.theme, theme);
  browserMemory.write(KEYS.fontSize, fontSize);
  // Stored only if it differs from the browser's own language.
  if (locale === chooseLocale(null, navigator.languages)) browserMemory.forget(KEYS.locale);
  else browserMemory.write(KEYS.locale, locale);
}

/** The cookie tells the server in which language to render the next page; nothing else reads it. */
function setLocaleCookie(locale: string): void {
  document.cookie = `locale=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** With theme `system`, follows the device's changes. */
export function browserSettings(translations: i18n): SettingsPort<Settings> {
  const darkDevice = matchMedia('(prefers-color-scheme: dark)');
  let theme = readSettings().theme;
  const showTheme = () => {
    document.documentElement.dataset.theme = theme === 'system' ? (darkDevice.matches ? 'dark' : 'light') : theme;
  };
  darkDevice.addEventListener('change', showTheme);
  return {
    read: readSettings,
    write: (settings) => {
      writeSettings(settings);
      setLocaleCookie(settings.locale);
    },
    apply: (settings) => {
      ({ theme } = settings);
      showTheme();
      document.documentElement.dataset.fontSize = settings.fontSize;
      if (translations.language !== settings.locale) void translations.changeLanguage(settings.locale);
      document.documentElement.lang = settings.locale;
    },
  };
}
