/** The sections of a long page and links to them: in one line above, or beside them on wide windows, where it stays in view. */
import { type ReactNode, useEffect } from 'react';

interface Props<Name extends string> {
  readonly label: string;
  /** The ids of the sections. */
  readonly names: readonly Name[];
  readonly headingOf: (name: Name) => string;
  /** The sections. */
  readonly children: ReactNode;
}

export function SectionIndex<Name extends string>({ label, names, headingOf, children }: Props<Name>) {
  useEffect(() => {
    // The browser resolved the anchor before the sections were rendered.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className="form-page-indexed">
      <nav className="form-page-index" aria-label={label}>
        <ul className="row">
          {names.map((name) => (
            <li key={name}>
              <a className="link" href={`#${name}`}>
                {headingOf(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="form-page-sections">{children}</div>
    </div>
  );
}
