/** A number with its label; a link to the list or report that shows what it counts. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

interface Props {
  readonly label: string;
  readonly count: number;
  readonly to: string;
  /** Shown beside the number. */
  readonly note?: string;
  /** Shown below the link. */
  readonly children?: ReactNode;
}

export function Tile({ label, count, to, note, children }: Props) {
  const { t } = useTranslation('overview');
  const number = useFormats().number(count);
  return (
    <li>
      <Link className="overview-figure" to={to}>
        <Figure label={label} number={number} />
        {note !== undefined && <span className="muted small">{note}</span>}
        <VisuallyHidden>, {t('show')}</VisuallyHidden>
      </Link>
      {children}
    </li>
  );
}

interface FigureProps {
  readonly label: string;
  readonly number: string;
}

export function Figure({ label, number }: FigureProps) {
  return (
    <>
      <span className="muted small">
        {label}
        <VisuallyHidden>: </VisuallyHidden>
      </span>
      <strong>{number}</strong>
    </>
  );
}
