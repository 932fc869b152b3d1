/** Times with seconds: the order of events matters in an audit. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '@src/i18n/locale.ts';

export function useExactTime(): (time: string, style?: 'medium' | 'long') => string {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return useMemo(() => {
    // SPEC.md point 9: German has a 24-hour clock, the others a 12-hour one.
    const options = { timeStyle: 'medium', hourCycle: locale === 'de' ? 'h23' : 'h12' } as const;
    const styles = {
      medium: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...options }),
      long: new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...options }),
    };
    return (time, style = 'medium') => styles[style].format(new Date(time));
  }, [locale]);
}
