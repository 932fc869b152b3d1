/** A key in a list of keys: its name and beginning, its facts, and a button that removes it. */
import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly prefix: string;
  /** Facts in one line. */
  readonly facts: readonly string[];
  readonly className: string;
  readonly children?: ReactNode;
  readonly end: ReactNode;
}

export function KeyItem({ name, prefix, facts, className, children, end }: Props) {
  return (
    <li className={`${className} row spread small-buttons`}>
      <div>
        <p>
          <strong>{name}</strong> <code className="mono muted small">{prefix}…</code>
        </p>
        <p className="muted small">{facts.join(' · ')}</p>
        {children}
      </div>
      {end}
    </li>
  );
}
