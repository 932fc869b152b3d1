/** The formats of the language the page speaks now. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormats, type Formats } from './formats.ts';
import { isLocale, defaultLocale } from './locale.ts';

export function useFormats(): Formats {
  const { t, i18n } = useTranslation('common');
  return useMemo(() => {
    const locale = isLocale(i18n.language) ? i18n.language : defaultLocale;
    return createFormats(locale, {
      lessThanAMinuteAgo: t('time.lessThanAMinuteAgo'),
      inLessThanAMinute: t('time.inLessThanAMinute'),
      today: t('time.today'),
      yesterday: t('time.yesterday'),
      tomorrow: t('time.tomorrow'),
    });
  }, [t, i18n.language]);
}
