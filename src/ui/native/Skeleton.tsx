/** Placeholder of loading content, shown after 150 ms (in CSS), so that a fast load does not flash. */

interface Props {
  /** Width and height of each bar as CSS lengths. */
  readonly bars: readonly { readonly width: string; readonly height: string }[];
  readonly label: string;
}

export function Skeleton({ bars, label }: Props) {
  return (
    <div className="stack" role="status" aria-label={label} aria-busy="true">
      {bars.map(({ width, height }, index) => (
        <div key={index} className="skeleton" style={{ width, height }} />
      ))}
    </div>
  );
}
