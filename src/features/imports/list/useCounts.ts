/** Counts of an import in one line. */
import { useTranslation } from 'react-i18next';
import type { Counts } from '@store/imports/import.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

export function useCounts(): (counts: Counts) => string {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  return (counts) =>
    (['created', 'updated', 'disabled', 'unchanged'] as const)
      .map((kind) => `${formats.number(counts[kind])} ${t(`kind.${kind}`).toLocaleLowerCase()}`)
      .join(' · ');
}
