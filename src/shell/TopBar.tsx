/** Top bar of signed-in pages: product, navigation by role, help and the account menu. */
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { isAdmin, isAuditReader, isSubscriberAdminOnly, isSystemAdmin } from '@api/contract/person.ts';
import { selectPerson } from '@store/session/session.slice.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { BrandMark } from '@src/ui/BrandMark.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ApprovalsLink } from './ApprovalsLink.tsx';
import { BarLinks } from './BarLinks.tsx';
import { HelpMenu, type HelpProps } from './HelpMenu.tsx';
import { PaletteButton, type PaletteProps } from './PaletteButton.tsx';

/** Destinations in display order, each with the roles that the server admits. */
const destinations = [
  { key: 'users', to: paths.usersList.to(), for: isAdmin },
  { key: 'overview', to: paths.overview.to(), for: isAdmin },
  { key: 'organisations', to: paths.organisations.to(), for: isSystemAdmin },
  { key: 'applications', to: paths.applications.to(), for: isSystemAdmin },
  { key: 'organisation', to: paths.organisations.to(), for: isSubscriberAdminOnly },
  { key: 'tickets', to: paths.tickets.to(), for: isAuditReader },
  { key: 'audit', to: paths.usersAudit.to(), for: isAuditReader },
] as const;
type Destination = (typeof destinations)[number];

/** Case-insensitive, as the router matches. */
const isUnder = (pathname: string, to: string): boolean => `${pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());

/** Whether the page is the list itself, as opposed to a screen of one of its rows. */
const isPageOf = ({ key, to }: Destination, pathname: string): boolean =>
  key === 'users' ? isUnder(pathname, to) : `${pathname}/`.toLowerCase() === `${to}/`.toLowerCase();

/** Screens of one user belong to the users list, and saved reports to the audit. */
const destinationOf = (pathname: string, offered: readonly Destination[]) =>
  offered.find(({ to }) => isUnder(pathname, to)) ??
  offered.find(({ key }) => key === 'audit' && isUnder(pathname, paths.usersReports.to())) ??
  offered.find(({ key }) => key === 'users' && isUnder(pathname, paths.users.to()));

export function TopBar({ loadPalette, loadKeys }: PaletteProps & HelpProps) {
  const { t } = useTranslation('common');
  const { productName } = usePageConfig();
  const { pathname } = useLocation();
  const person = useSelector(selectPerson);
  const links = useMemo(() => {
    const offered: readonly Destination[] = person ? destinations.filter((destination) => destination.for(person)) : destinations;
    const current = destinationOf(pathname, offered);
    // Until the user is known, only the current link is shown: on a phone the links take a second line, whose arrival would shift
    // the page.
    const shown = person ? offered : offered.filter((destination) => destination === current);
    return shown.map((destination) => ({
      key: destination.key,
      to: destination.to,
      label: t(`bar.${destination.key}`),
      current: destination === current ? (isPageOf(destination, pathname) ? ('page' as const) : ('true' as const)) : undefined,
    }));
  }, [pathname, person, t]);
  return (
    <header className="top-bar">
      <Link className="top-bar-product row row-tight" aria-label={productName} to={links[0]?.to ?? paths.securityDetails.to()}>
        <BrandMark />
        <span>{productName}</span>
      </Link>
      <BarLinks links={links} />
      {person && isAdmin(person) && <ApprovalsLink />}
      {person && links.length > 0 && <PaletteButton loadPalette={loadPalette} />}
      {person && isAdmin(person) ? (
        <HelpMenu loadKeys={loadKeys} />
      ) : (
        <LinkButton
          type="text"
          icon={<QuestionCircleOutlined aria-hidden />}
          to={paths.contactSupport.to()}
          aria-label={t('bar.help')}
          title={t('bar.help')}
        />
      )}
      <AccountMenu person={person} />
    </header>
  );
}
