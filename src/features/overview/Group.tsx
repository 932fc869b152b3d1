/** A group of the overview: a heading and what belongs to it. */
import { type ReactNode, useId } from 'react';

interface Props {
  readonly heading: string;
  readonly children: ReactNode;
}

export function Group({ heading, children }: Props) {
  const headingId = useId();
  return (
    <section className="stack box" aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {children}
    </section>
  );
}
