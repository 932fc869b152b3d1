/** An icon of the bar with antd's Badge, of which the button's name has the number too. */
import { Badge } from 'antd';
import type { ReactNode } from 'react';

export const CountBadge = ({ count, icon }: { readonly count: number; readonly icon: ReactNode }) => (
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
