/** An action of the menu as a command on a user. */
import { useTranslation } from 'react-i18next';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { hasAdministrativeRole } from '@api/contract/person.ts';
import { targetOf } from '@api/contract/users.policyInput.ts';
import { paths } from '@src/paths.ts';
import { useRouteExists } from '@src/ui/routeExists.ts';
import { actionOn, type MenuAction, screenOf } from '../actions/userActions.ts';
import { useUserActions } from '../actions/useUserActions.ts';
import type { CommandChoice } from './choice.ts';
import { displayOf } from './displayOf.ts';

/** @param isNamed whether the command names this user exactly */
type ActionCommand = (key: MenuAction, user: UserSummary, self: Self, now: number, isNamed: boolean) => readonly CommandChoice[];

/** Acts that can't be undone, and yet need no question where the command names the user exactly and shows what it does. */
const isReset = (action: MenuAction): action is 'resetMfa' | 'resetPassword' =>
  action === 'resetMfa' || action === 'resetPassword';

/** @param reason given with the command, for the audit */
export function useActionCommand(reason: string | undefined): ActionCommand {
  const { t } = useTranslation(['users', 'actions']);
  const perform = useUserActions();
  const routeExists = useRouteExists();
  return (action, user, self, now, isNamed) => {
    if (!routeExists(screenOf(action, user) ?? paths.usersList.to())) return [];
    const { key, reason: refusal } = actionOn(action, self, user, now);
    const givenReason = action === 'impersonate' ? reason : undefined;
    // The credentials of a user with rights over others are reset only after a question.
    const isOrdinary = !hasAdministrativeRole({ roles: user.roles, house: targetOf(user).house });
    const tellsEffect = isReset(action) && isNamed && refusal === null && isOrdinary;
    const available =
      givenReason === undefined ? user.organisation.organisationName : t('palette.reason', { reason: givenReason });
    return [
      {
        key: `${key} ${user.userId}`,
        label: t(`actions:${action}.command`, { user: displayOf(user) }),
        more: refusal === null ? available : t(`reason.${refusal}`),
        effect: tellsEffect ? t(`actions:${action}.body`, { userName: user.userName }) : undefined,
        disabled: refusal !== null,
        choose: ({ isMeant, isInformed }) => {
          const unasked = isReset(action) ? tellsEffect && isInformed : isMeant;
          perform(action, user, { unasked, reason: unasked ? givenReason : undefined });
        },
      },
    ];
  };
}
