/** Shown instead of rows when a list is empty or failed. */
import type { ReactNode } from 'react';

interface Props {
  readonly heading: string;
  readonly text: string;
  /** Failed, as opposed to empty. */
  readonly failed?: boolean;
  readonly children: ReactNode;
}

export function ListState({ heading, text, failed = false, children }: Props) {
  return (
    <div className="list-state" role={failed ? 'alert' : undefined}>
      <div>
        <h2>{heading}</h2>
        <p className="muted">{text}</p>
        <div className="button-row">{children}</div>
      </div>
    </div>
  );
}
