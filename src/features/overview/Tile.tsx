/** A number with its label; a link to the list that shows what it counts. */
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

interface Props {
  readonly label: string;
  readonly count: number;
  readonly to: string;
}

export function Tile({ label, count, to }: Props) {
  const { t } = useTranslation('overview');
  return (
    <li>
      <Link className="overview-figure" to={to}>
        <span className="muted small">
          {label}
          <VisuallyHidden>: </VisuallyHidden>
        </span>
        <strong>{useFormats().number(count)}</strong>
        <VisuallyHidden>, {t('show')}</VisuallyHidden>
      </Link>
    </li>
  );
}
