/** One of several choices; the whole tile is clickable. */
import { Link } from '../Link.tsx';
import { Icon } from '../Icon.tsx';
import '../styles/tile.css';

interface Props {
  readonly to: string;
  readonly name: string;
  readonly line?: string;
}

export function Tile({ to, name, line }: Props) {
  return (
    <Link to={to} className="tile">
      <span className="tile-name">{name}</span>
      {line && <span className="tile-line muted small">{line}</span>}
      <Icon name="next" />
    </Link>
  );
}
