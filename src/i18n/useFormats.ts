/** Formats for the current language. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormats, type Formats } from './formats.ts';
import { localeOf } from './locale.ts';
import { timeWords } from './timeWords.ts';

export function useFormats(): Formats {
  const { t, i18n } = useTranslation('common');
  return useMemo(() => createFormats(localeOf(i18n.language), timeWords(t)), [t, i18n.language]);
}
