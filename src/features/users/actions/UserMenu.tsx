/** The actions on one user; unavailable ones with the reason. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { Menu, type MenuAnchor, type MenuItem } from '@src/ui/Menu.tsx';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { actionsFor, groupOf, isRed, letterOf, screenOf } from './userActions.ts';
import { useUserActions } from './useUserActions.ts';

interface Props {
  readonly user: UserSummary;
  readonly anchor: MenuAnchor;
  readonly now: number;
  readonly onClose: () => void;
}

export function UserMenu({ user, anchor, now, onClose }: Props) {
  const { t } = useTranslation(['users', 'actions']);
  const { data: self = null } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  const perform = useUserActions();
  const routeExists = useRouteExists();
  if (!self) return null;
  const offered = actionsFor(self, user, now, impersonation).filter(
    ({ key }) => key !== 'recoveryCode' && routeExists(screenOf(key, user) ?? paths.usersList.to()),
  );
  const items = offered.map(({ key, reason }, index): MenuItem => ({
    key,
    label: t(`actions:${key}.label`),
    reason: reason === null ? undefined : t(`reason.${reason}`),
    letter: letterOf(key),
    danger: isRed(key),
    apart: index > 0 && groupOf(key) !== groupOf(offered[index - 1]?.key ?? key),
    onSelect: () => {
      perform(key, user);
    },
  }));
  return (
    <Menu label={t('action.menu', { name: nameOf(user) || user.userName })} anchor={anchor} items={items} onClose={onClose} />
  );
}
