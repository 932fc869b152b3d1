/** What was recognised. */
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Facts } from '@src/ui/Facts.tsx';
import type { CountedImport } from '@api/contract/imports.shapes.ts';
import { useSourceName } from './useSourceName.ts';

export function ImportFacts({ one: { source, fileName, sheet, counts } }: { readonly one: CountedImport }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const nameOf = useSourceName();
  return (
    <Facts
      items={[
        fileName !== '' && { label: t('file'), children: fileName },
        sheet !== null && { label: t('sheet'), children: sheet },
        { label: t('source.label'), children: nameOf(source) },
        { label: t('inFile'), children: t('people', { count: counts.total, total: formats.number(counts.total) }) },
      ]}
    />
  );
}
