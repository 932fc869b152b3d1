/** What stands in the place of rows where there are none, with the way on. */
import type { ReactNode } from 'react';

interface Props {
  readonly heading: string;
  readonly text: string;
  /** It went wrong, as opposed to: there is nothing. */
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
