/** The shape of what is coming, shown after 150 ms (by the style sheet), so that nothing flashes when it comes at once. */

interface Props {
  /** One bar each: its width and height as CSS lengths. */
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
