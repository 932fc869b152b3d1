/** What became of a person, and why, in words. */
import { useTranslation } from 'react-i18next';
import type { ResultRow } from './resultRows.ts';

interface Words {
  readonly outcome: (row: ResultRow) => string;
  readonly why: (row: ResultRow) => string;
}

export function useResultWords(): Words {
  const { t } = useTranslation(['users', 'common']);
  // The phrases come from the store, where keys are no more than texts; a test holds each of them against the locales.
  const say = t as unknown as (key: string, values?: Readonly<Record<string, unknown>>) => string;
  return {
    outcome: ({ kind }) => t(`users:bulk.outcome.${kind}`),
    why: ({ kind, why }) => {
      if (why === null) return kind === 'skipped' ? t('users:bulk.why.cancelled') : '';
      if (typeof why === 'string') return t(`users:bulk.why.${why}`);
      return 'phrase' in why ? say(why.phrase, why.values) : why.text;
    },
  };
}
