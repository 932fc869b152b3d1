/** The pages the user may open and that exist in this build, including the list's filters. */
import { useTranslation } from 'react-i18next';
import { isAdmin, isAuditReader, isSubscriberAdminOnly, isSystemAdmin } from '@api/contract/person.ts';
import { DORMANT_DAYS, userFilters } from '@api/contract/users.page.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { addressOf, allUsersView, splitFilters } from '../view/usersView.ts';

interface Page {
  readonly label: string;
  readonly to: string;
}

const always = () => true;
const withoutRoles = { roles: [] };

export function usePalettePages(self: Self | undefined): readonly Page[] {
  const { t } = useTranslation(['users', 'common']);
  const routeExists = useRouteExists();
  const pages = [
    { label: t('common:bar.users'), to: paths.usersList.to(), for: isAdmin },
    { label: t('common:bar.overview'), to: paths.overview.to(), for: isAdmin },
    { label: t('users:list.invite'), to: paths.usersInvite.to(), for: isAdmin },
    { label: t('common:bar.tickets'), to: paths.tickets.to(), for: isAuditReader },
    { label: t('common:bar.audit'), to: paths.usersAudit.to(), for: isAuditReader },
    { label: t('users:palette.reports'), to: paths.usersReports.to(), for: isAuditReader },
    { label: t('users:list.add'), to: paths.usersAdd.to(), for: isSystemAdmin },
    { label: t('common:bar.organisations'), to: paths.organisations.to(), for: isSystemAdmin },
    { label: t('common:bar.applications'), to: paths.applications.to(), for: isSystemAdmin },
    { label: t('common:bar.settings'), to: paths.systemSettings.to(), for: isSystemAdmin },
    { label: t('common:bar.organisation'), to: paths.organisations.to(), for: isSubscriberAdminOnly },
    { label: t('users:palette.mfaRule'), to: `${paths.organisations.to()}#mfa`, for: isSubscriberAdminOnly },
    { label: t('common:bar.import'), to: paths.usersImport.to(), for: isSystemAdmin },
    { label: t('common:bar.myApplications'), to: paths.myApplications.to(), for: always },
    { label: t('common:bar.security'), to: paths.securityDetails.to(), for: always },
    { label: t('common:contactSupport'), to: paths.contactSupport.to(), for: always },
    ...userFilters
      .filter((filter) => filter !== 'all')
      .map((filter) => ({
        label: t('users:palette.filter', { filter: t(`users:filter.${filter}`, { days: DORMANT_DAYS }) }),
        to: addressOf({ ...allUsersView, ...splitFilters([filter], []) }),
        for: isAdmin,
      })),
  ];
  return pages.filter((page) => page.for(self ?? withoutRoles) && routeExists(page.to));
}
