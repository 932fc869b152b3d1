/** An index of a long page's sections: above them, or beside them on wide windows, where it stays in view. */
import './styles/sectionIndex.css';

interface Props<Name extends string> {
  readonly label: string;
  /** The ids of the sections. */
  readonly names: readonly Name[];
  readonly headingOf: (name: Name) => string;
}

export function SectionIndex<Name extends string>({ label, names, headingOf }: Props<Name>) {
  return (
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
  );
}
