/** Visible row range and total. A live region announces the total when it changes. */
import { useTranslation } from 'react-i18next';
import type { Formats } from '@src/i18n/formats.ts';
import type { VisibleRows } from '@src/ui/grid/gridTypes.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { formattedTotal } from './formattedTotal.ts';

interface Props {
  readonly visible: VisibleRows;
  /** Null until counted. */
  readonly total: number | null;
  readonly formats: Formats;
}

export function RangeText({ visible, total, formats }: Props) {
  const { t } = useTranslation('users');
  const totalText = total === null ? '' : t('list.total', { count: total, total: formats.number(total) });
  const range = visible && {
    first: formats.number(visible.first + 1),
    last: formats.number(Math.min(visible.last + 1, total ?? Infinity)),
    total: formattedTotal(total, formats),
  };
  return (
    <>
      <p className="grow muted small">{range && total !== 0 ? t('list.range', range) : totalText}</p>
      <VisuallyHidden>
        <span role="status">{totalText}</span>
      </VisuallyHidden>
    </>
  );
}
