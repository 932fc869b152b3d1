/** The links for which the bar has no room. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@src/ui/Link.tsx';
import PopoverBox from '@src/ui/PopoverBox.tsx';
import type { BarLink } from './fittingLinks.ts';

interface Props {
  readonly links: readonly BarLink[];
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

export default function BarLinksBox({ links, opener, onClose }: Props) {
  const { t } = useTranslation('common');
  const isEmpty = links.length === 0;
  // In a wider window the bar has room for all of them.
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  if (isEmpty) return null;
  return (
    <PopoverBox label={t('bar.more')} opener={opener} onClose={onClose}>
      {links.map(({ key, to, label }) => (
        <Link key={key} to={to} onClick={onClose}>
          {label}
        </Link>
      ))}
    </PopoverBox>
  );
}
