/** The card of the sign-in family: a heading, what introduces it, and what there is to do. */
import type { ReactNode } from 'react';
import { PageHeading } from './PageHeading.tsx';

interface Props {
  readonly heading: string;
  /** Of the browser tab. */
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ heading, title, intro, children }: Props) {
  return (
    <section className="card">
      <header>
        <PageHeading title={title}>{heading}</PageHeading>
        {intro && <div className="muted">{intro}</div>}
      </header>
      {children}
    </section>
  );
}
