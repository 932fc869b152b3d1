/** An icon of the bar with its number, in antd's Badge. Hidden from screen readers: the button's name says the number. */
import { Badge } from 'antd';
import type { ReactNode } from 'react';

export default function CountBadge({ count, icon }: { readonly count: number; readonly icon: ReactNode }) {
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
