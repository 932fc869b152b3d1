/** A region that scrolls by itself, by keyboard too. */
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function ScrollBox({ label, className = '', children }: Props) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be focusable to scroll by keyboard
    <div className={`scroll-box ${className}`.trim()} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
