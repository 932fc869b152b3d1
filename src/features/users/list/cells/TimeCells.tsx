/** Time cells: relative text, exact time as title. */
import { useList } from '../useList.ts';
import type { CellProps } from './TextCells.tsx';

export function LastLoginCell({ row: { lastLoginAt } }: CellProps) {
  const { t, formats, now } = useList();
  if (lastLoginAt === null) return <span className="cut muted">{t('never')}</span>;
  return (
    <time className="cut" dateTime={lastLoginAt} title={formats.dateTime(lastLoginAt)}>
      {formats.relative(lastLoginAt, now)}
    </time>
  );
}

export function CreatedCell({ row: { createdAt } }: CellProps) {
  const { formats, now } = useList();
  return (
    <time className="cut" dateTime={createdAt} title={formats.dateTime(createdAt)}>
      {formats.day(createdAt, now)}
    </time>
  );
}
