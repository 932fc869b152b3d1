/** How many do not come, or come otherwise, by reason. */
import { useTranslation } from 'react-i18next';
import { Button } from 'antd';
import type { ImportCounts, ImportNotice, ImportRefusal } from '@api/contract/imports.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { useReasonText } from './useReasonText.ts';

export type Reason = ImportNotice | ImportRefusal;

interface Props {
  readonly counts: ImportCounts;
  readonly only: Reason | undefined;
  readonly onOnly: (only: Reason | undefined) => void;
}

export function Reasons({ counts: { refusals, notices }, only, onOnly }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const textOf = useReasonText();
  const found = [...Object.entries(refusals), ...Object.entries(notices)] as readonly (readonly [Reason, number])[];
  if (found.length === 0) return null;
  return (
    <section className="stack-tight" aria-label={t('reasons')}>
      <h3>{t('reasons')}</h3>
      <ul className="imports-reasons">
        {found.map(([code, count]) => (
          <li key={code}>
            <Button
              size="small"
              aria-pressed={only === code}
              onClick={() => {
                onOnly(only === code ? undefined : code);
              }}
            >
              <strong>{formats.number(count)}</strong>
              <VisuallyHidden>{t('only')}</VisuallyHidden>
            </Button>
            <span>{textOf(code)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
