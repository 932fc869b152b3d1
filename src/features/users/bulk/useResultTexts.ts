/** Outcome and reason of a result row as text. */
import { useTranslation } from 'react-i18next';
import type { ResultRow } from './resultRows.ts';

interface ResultTexts {
  readonly outcome: (row: ResultRow) => string;
  readonly why: (row: ResultRow) => string;
}

export function useResultTexts(): ResultTexts {
  const { t } = useTranslation(['users', 'problem']);
  return {
    outcome: ({ kind }) => t(`users:bulk.outcome.${kind}`),
    why: ({ kind, problem, why }) => {
      if (problem !== null) return t(`problem:${problem}`);
      if (why !== null) return t(`users:bulk.why.${why}`);
      return kind === 'skipped' ? t('users:bulk.why.cancelled') : '';
    },
  };
}
