/** Content that a line opens and folds away; it can be open at first, and stays as the user leaves it. */
import { type ReactNode, useState } from 'react';
import './folded.css';

interface Props {
  readonly label: string;
  readonly isOpenAtFirst: boolean;
  readonly children: ReactNode;
}

export function Folded({ label, isOpenAtFirst, children }: Props) {
  const [isOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen}>
      <summary className="link">{label}</summary>
      <div className="form-page-content">{children}</div>
    </details>
  );
}
