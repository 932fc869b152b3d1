/** An action of the menu as a command on a user. */
import { useTranslation } from 'react-i18next';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { actionOn, type MenuAction, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import type { CommandChoice } from './choice.ts';
import { displayOf } from './displayOf.ts';

type ActionCommand = (key: MenuAction, user: UserSummary, self: Self, now: number) => readonly CommandChoice[];

/** @param reason given with the command, for the audit */
export function useActionCommand(reason: string | undefined): ActionCommand {
  const { t } = useTranslation('users');
  const perform = useUserActions();
  const routeExists = useRouteExists();
  return (action, user, self, now) => {
    if (!routeExists(screenOf(action, user) ?? paths.usersList.to())) return [];
    const { key, reason: refusal } = actionOn(action, self, user, now);
    const given = action === 'impersonate' ? reason : undefined;
    const available = given === undefined ? user.organisation.organisationName : t('palette.reason', { reason: given });
    return [
      {
        key: `${key} ${user.userId}`,
        label: t(`command.${action}.of`, { user: displayOf(user) }),
        more: refusal === null ? available : t(`reason.${refusal}`),
        disabled: refusal !== null,
        choose: (unasked) => {
          perform(action, user, { unasked, reason: unasked ? given : undefined });
        },
      },
    ];
  };
}
