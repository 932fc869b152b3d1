/** The bar behind the log-in: product, navigation by role, help and the account menu. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { isAdmin, isAuditReader, isSubscriberAdminOnly, isSystemAdmin } from '@api/contract/person.ts';
import { selectPerson } from '@store/session/session.slice.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
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
  { key: 'organisation', to: paths.organisations.to(), for: isSubscriberAdminOnly },
  { key: 'audit', to: paths.usersAudit.to(), for: isAuditReader },
  { key: 'import', to: paths.usersImport.to(), for: isSystemAdmin },
] as const;
type Place = (typeof places)[number];

/** Addresses are compared as the router does, without regard to case. */
const isUnder = (pathname: string, to: string): boolean => `${pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());

/** Screens about one user, and about who has a role, belong to the list of users. */
const placeOf = (pathname: string, offered: readonly Place[]) =>
  offered.find(({ to }) => isUnder(pathname, to)) ??
  offered.find(({ key }) => key === 'users' && (isUnder(pathname, paths.users.to()) || isUnder(pathname, paths.roles.to())));

export function TopBar() {
  const { t } = useTranslation('common');
  const { productName } = usePageConfig();
  const { pathname } = useLocation();
  const person = useSelector(selectPerson);
  const offered: readonly Place[] = person ? places.filter((place) => place.for(person)) : places;
  const here = placeOf(pathname, offered);
  // Until the user is known, only the current place: on a phone the places are a second line, and its arrival would move the page.
  const shown = person ? offered : offered.filter((place) => place === here);
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
            aria-current={place === here ? (isUnder(pathname, place.to) ? 'page' : 'true') : undefined}
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
