/** Card of the sign-in pages: heading, introduction, content. */
import type { ReactNode } from 'react';
import { PageHeading } from '../PageHeading.tsx';

interface Props {
  readonly heading: string;
  /** Title of the browser tab. */
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ heading, title, intro, children }: Props) {
  return (
    <section className="card">
      <header className="stack-tight">
        <PageHeading title={title}>{heading}</PageHeading>
        {intro && <div className="muted">{intro}</div>}
      </header>
      {children}
    </section>
  );
}
