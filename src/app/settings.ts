/** What this browser remembers of how a person likes the product, and what it does to the document. */
import type { i18n } from 'i18next';
import type { Settings, SettingsPort } from '@store/saga/ports.ts';
import { chooseLocale, type Locale } from '@src/i18n/locale.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';

/** The names under which `src/boot.ts` finds them before the first paint. */
const KEYS = { theme: 'theme', fontSize: 'fontSize', locale: 'locale' } as const;

const YEAR = 365 * 24 * 60 * 60;

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
  // Only what differs from the browser's own language is a choice worth keeping.
  if (locale === chooseLocale(null, navigator.languages)) browserMemory.forget(KEYS.locale);
  else browserMemory.write(KEYS.locale, locale);
}

/** Lets the server draw the next page in the same language; nothing else reads it. */
function tellServer(locale: string): void {
  document.cookie = `locale=${locale}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** The theme `system` follows the device from then on. */
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
      tellServer(settings.locale);
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
