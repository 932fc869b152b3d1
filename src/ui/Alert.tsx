/** antd's Alert: errors interrupt a screen reader (`alert`), the rest waits for a pause (`status`). */
import { Alert as AntdAlert } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  readonly severity?: 'info' | 'success' | 'warning' | 'error';
  readonly children: ReactNode;
  /** Buttons or links. */
  readonly actions?: ReactNode;
}

export function Alert({ severity = 'info', children, actions }: Props) {
  return (
    <AntdAlert
      type={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      showIcon
      icon={<Icon name={severity} />}
      title={children}
      action={actions}
    />
  );
}
