/** Which rows one sees, and of how many: always the true total. Listeners hear the total when it changes. */
import { useTranslation } from 'react-i18next';
import type { Formats } from '@src/i18n/formats.ts';
import type { VisibleRows } from '@src/ui/grid/gridTypes.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { UNCOUNTED } from './pages.ts';

interface Props {
  readonly visible: VisibleRows;
  /** Null while nobody has counted them. */
  readonly total: number | null;
  readonly formats: Formats;
}

export function RangeText({ visible, total, formats }: Props) {
  const { t } = useTranslation('users');
  const all = total === null ? '' : t('list.total', { count: total, total: formats.number(total) });
  const seen = visible && {
    first: formats.number(visible.first + 1),
    last: formats.number(Math.min(visible.last + 1, total ?? Infinity)),
    total: total === null ? UNCOUNTED : formats.number(total),
  };
  return (
    <>
      <p className="users-range">{seen && total !== 0 ? t('list.range', seen) : all}</p>
      <VisuallyHidden>
        <span role="status">{all}</span>
      </VisuallyHidden>
    </>
  );
}
