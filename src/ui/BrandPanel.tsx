/** Green brand panel beside the sign-in card, from `lg` up. */
import { BrandMark } from './BrandMark.tsx';

interface Props {
  readonly product: string;
  readonly line: string;
  readonly points: readonly string[];
}

/** Widths of the nested arches, outermost first. */
const arches = [720, 560, 400, 240, 80];

const arch = (width: number) => `M${360 - width / 2} 800V400a${width / 2} ${width / 2} 0 0 1 ${width} 0V800`;

export function BrandPanel({ product, line, points }: Props) {
  return (
    <aside className="brand-panel">
      <div>
        <svg
          width="100%"
          height="100%"
          viewBox="0 0 640 800"
          preserveAspectRatio="xMaxYMax slice"
          fill="none"
          stroke="currentColor"
          strokeWidth="40"
          aria-hidden="true"
        >
          {arches.map((width) => (
            <path key={width} d={arch(width)} />
          ))}
        </svg>
        <p className="product-name">
          <BrandMark />
          {product}
        </p>
        <div className="stack">
          <p className="brand-line">{line}</p>
          <ul className="stack-tight">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}
