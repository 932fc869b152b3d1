/** A group of the overview: a heading and what belongs to it. */
import { type CSSProperties, type ReactNode, useId } from 'react';

interface Props {
  /** Its place in the grid of the page. */
  readonly area: 'worth' | 'people' | 'security' | 'logIns' | 'invitations' | 'mail';
  readonly heading: string;
  readonly children: ReactNode;
}

export function Group({ area, heading, children }: Props) {
  const headingId = useId();
  const style: CSSProperties & Record<'--area', string> = { '--area': area };
  return (
    <section className="overview-group box" style={style} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {children}
    </section>
  );
}
