/** Outcome and reason of a result row as text. */
import { useTranslation } from 'react-i18next';
import type { ResultRow } from './resultRows.ts';

interface ResultTexts {
  readonly outcome: (row: ResultRow) => string;
  readonly why: (row: ResultRow) => string;
}

export function useResultTexts(): ResultTexts {
  const { t } = useTranslation(['users', 'bulk']);
  return {
    outcome: ({ kind }) => t(`bulk:outcome.${kind}`),
    why: ({ kind, message, why }) => {
      if (message !== null) return message;
      if (why !== null) return t(`bulk:why.${why}`);
      return kind === 'skipped' ? t('bulk:why.cancelled') : '';
    },
  };
}
