/** A message in the page, above the part that it concerns. */
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

type Severity = 'info' | 'success' | 'warning' | 'error';

interface Props {
  readonly severity?: Severity;
  readonly children: ReactNode;
  /** Buttons or links. */
  readonly actions?: ReactNode;
}

/** Errors interrupt a screen reader (`alert`); the rest waits for a pause (`status`). */
export function Alert({ severity = 'info', children, actions }: Props) {
  return (
    <div className={`alert tone-${severity}`} role={severity === 'error' ? 'alert' : 'status'}>
      <Icon name={severity} />
      <div className="stack-tight">
        <div>{children}</div>
        {actions && <div>{actions}</div>}
      </div>
    </div>
  );
}
