/** The formats of the language the page speaks now. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormats, type Formats } from './formats.ts';
import { localeOf } from './locale.ts';
import { wordsOfTime } from './wordsOfTime.ts';

export function useFormats(): Formats {
  const { t, i18n } = useTranslation('common');
  return useMemo(() => createFormats(localeOf(i18n.language), wordsOfTime(t)), [t, i18n.language]);
}
