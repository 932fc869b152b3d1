/** The menu of one person: what may be done, and why not what may not. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { Menu, type MenuItem } from '@src/ui/Menu.tsx';
import type { MenuPlace } from '@src/ui/menuPlace.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { actionsFor, personOf } from './userActions.ts';
import { useUserActions } from './useUserActions.ts';

interface Props {
  readonly user: UserSummary;
  readonly place: MenuPlace;
  readonly now: number;
  readonly onClose: () => void;
}

export function UserMenu({ user, place, now, onClose }: Props) {
  const { t } = useTranslation('users');
  const { data: self = null } = useFetchSelfQuery();
  const perform = useUserActions();
  if (!self) return null;
  const items = actionsFor(personOf(self), user, now).map(({ key, reason }): MenuItem => ({
    key,
    label: t(`action.${key}`),
    reason: reason === null ? undefined : t(`reason.${reason}`),
    danger: key === 'disable',
    apart: key === 'copyId',
    onSelect: () => {
      perform(key, user);
    },
  }));
  return <Menu label={t('action.menu', { name: nameOf(user) || user.userName })} place={place} items={items} onClose={onClose} />;
}
