/**
 * An icon of the bar with its number, in antd's Badge. Hidden from screen readers: the button's name says the number. Says that an own
 * request is approved, when the page is opened or later.
 */
import { Badge } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { paths } from '@src/paths.ts';

interface Props {
  readonly count: number;
  readonly icon: ReactNode;
  /** Own requests that are approved. */
  readonly ready: number;
}

export default function CountBadge({ count, icon, ready }: Props) {
  const dispatch = useDispatch();
  const before = useRef(0);
  useEffect(() => {
    if (ready > before.current)
      dispatch(
        noticeRaised({
          message: { phrase: 'session:approvals.ready' },
          timeout: false,
          action: { label: { phrase: 'session:approvals.title' }, to: paths.approvals.to() },
        }),
      );
    before.current = ready;
  }, [dispatch, ready]);
  return (
    <Badge
      count={count}
      size="small"
      title=""
      color="var(--primary)"
      styles={{ indicator: { color: 'var(--surface)' } }}
      aria-hidden
    >
      {icon}
    </Badge>
  );
}
