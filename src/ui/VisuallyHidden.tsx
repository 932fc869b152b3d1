/** Text for screen readers: antd has none. */
import type { ReactNode } from 'react';

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="hidden-but-read">{children}</span>;
}
