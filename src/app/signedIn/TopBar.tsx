/** The bar behind the log-in: product, navigation by role, help and the account menu. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { isAdmin, isAuditReader, isSystemAdmin } from '@api/contract/person.ts';
import { selectPerson } from '@store/login/session.slice.ts';
import { usePageConfig } from '@src/app/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { BrandMark } from '@src/ui/BrandMark.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { Link } from '@src/ui/Link.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { PaletteButton } from './PaletteButton.tsx';

/** In the order of the bar; each for whom the server would let in. */
const places = [
  { key: 'users', to: paths.usersList.to(), for: isAdmin },
  { key: 'organisations', to: paths.organisations.to(), for: isSystemAdmin },
  { key: 'audit', to: paths.usersAudit.to(), for: isAuditReader },
  { key: 'import', to: paths.usersImport.to(), for: isSystemAdmin },
] as const;

/** What is about one person stands within the list of people. */
const placeOf = (pathname: string) =>
  places.find(({ to }) => pathname.startsWith(to)) ??
  places.find(({ key }) => key === 'users' && pathname.startsWith(`${paths.users.to()}/`));

export function TopBar() {
  const { t } = useTranslation('common');
  const { productName } = usePageConfig();
  const { pathname } = useLocation();
  const person = useSelector(selectPerson);
  const here = placeOf(pathname);
  // As long as it is not known who it is, only where they are: on a phone the places are a second line, which moves all else when it comes.
  const shown = places.filter((place) => (person ? place.for(person) : place === here));
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the places are wider than the bar.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, person]);
  return (
    <header className="bar">
      <Link className="bar-product" aria-label={productName} to={shown[0]?.to ?? paths.securityDetails.to()}>
        <BrandMark />
        <span className="bar-product-name">{productName}</span>
      </Link>
      <nav ref={nav} className="bar-places" aria-label={t('bar.navigation')}>
        {shown.map((place) => (
          <Link
            key={place.key}
            className="bar-place"
            to={place.to}
            aria-current={place === here ? (pathname.startsWith(place.to) ? 'page' : 'true') : undefined}
          >
            {t(`bar.${place.key}`)}
          </Link>
        ))}
      </nav>
      {person && shown.length > 0 && <PaletteButton />}
      <Link className="bar-button" to={paths.contactSupport.to()} aria-label={t('bar.help')} title={t('bar.help')}>
        <Icon name="help" />
      </Link>
      <AccountMenu person={person} />
    </header>
  );
}
