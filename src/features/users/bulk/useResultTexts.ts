/** Outcome and reason of a result row as text. */
import { useTranslation } from 'react-i18next';
import type { ResultRow } from './resultRows.ts';

interface ResultTexts {
  readonly outcome: (row: ResultRow) => string;
  readonly why: (row: ResultRow) => string;
}

export function useResultTexts(): ResultTexts {
  const { t } = useTranslation(['users', 'common']);
  // Phrase keys from Redux are plain strings; a test checks them against the locales.
  const translate = t as unknown as (key: string, values?: Readonly<Record<string, unknown>>) => string;
  return {
    outcome: ({ kind }) => t(`users:bulk.outcome.${kind}`),
    why: ({ kind, why }) => {
      if (why === null) return kind === 'skipped' ? t('users:bulk.why.cancelled') : '';
      if (typeof why === 'string') return t(`users:bulk.why.${why}`);
      return 'phrase' in why ? translate(why.phrase, why.values) : why.text;
    },
  };
}
