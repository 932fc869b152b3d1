/** antd's Skeleton in the shape of what is loading, shown after 150 ms (in CSS), so that a fast load does not flash. */
import { Skeleton as AntdSkeleton, theme } from 'antd';

interface Props {
  /** Width and height of each bar as CSS lengths. */
  readonly bars: readonly { readonly width: string; readonly height: string }[];
  readonly label: string;
}

export function Skeleton({ bars, label }: Props) {
  const { motion } = theme.useToken().token;
  return (
    <div className="stack skeleton-late" role="status" aria-label={label} aria-busy="true">
      {bars.map((size, index) => (
        <AntdSkeleton.Node key={index} active={motion} styles={{ root: { width: size.width }, content: size }} />
      ))}
    </div>
  );
}
