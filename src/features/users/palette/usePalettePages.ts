/** The screens that the palette leads to: those that this person may open and that stand, the filters of the list among them. */
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import { DORMANT_DAYS, userFilters } from '@api/contract/users.page.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { useReachable } from '@src/ui/reachable.ts';
import { addressOf, everybody } from '../view/usersView.ts';

export interface Page {
  readonly label: string;
  readonly to: string;
}

export function usePalettePages(self: Self | undefined): readonly Page[] {
  const { t } = useTranslation(['users', 'common']);
  const reachable = useReachable();
  const forSystem = [
    { label: t('users:list.add'), to: paths.usersAdd.to() },
    { label: t('common:bar.organisations'), to: paths.organisations.to() },
    { label: t('common:bar.import'), to: paths.usersImport.to() },
  ];
  const pages = [
    { label: t('common:bar.users'), to: paths.usersList.to() },
    { label: t('users:list.invite'), to: paths.usersInvite.to() },
    { label: t('common:bar.audit'), to: paths.usersAudit.to() },
    ...(self && isSystemAdmin(self) ? forSystem : []),
    { label: t('common:bar.security'), to: paths.securityDetails.to() },
    { label: t('common:contactSupport'), to: paths.contactSupport.to() },
    ...userFilters
      .filter((filter) => filter !== 'all')
      .map((filter) => ({
        label: t('users:palette.filter', { filter: t(`users:filter.${filter}`, { days: DORMANT_DAYS }) }),
        to: addressOf({ ...everybody, filter }),
      })),
  ];
  return pages.filter(({ to }) => reachable(to));
}
