/** “role ingrid support”: gives a user one more role. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { hasAdministrativeRole } from '@api/contract/person.ts';
import { targetOf } from '@api/contract/users.policyInput.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { type Reason, whyRefused } from '../actions/userActions.ts';
import type { CommandChoice } from './choice.ts';
import { type NamedRole, readRole } from './commands.ts';
import { displayOf } from './displayOf.ts';

interface RoleCommand {
  /** What was typed of the user's name, without the role; undefined while no role is recognised. */
  readonly name: string | undefined;
  readonly busy: boolean;
  readonly roles: readonly NamedRole[];
  readonly choicesOf: (user: UserSummary, self: Self) => readonly CommandChoice[];
}

const whyNot = (roleName: string, user: UserSummary, self: Self): Reason | null =>
  user.roles.includes(roleName) ? 'hasRole' : whyRefused('giveRole', self, user, { roleName });

/** @param text after the verb; undefined for another command */
export function useRoleCommand(text: string | undefined): RoleCommand {
  const { t } = useTranslation(['users', 'actions']);
  const dispatch = useDispatch();
  const names = useRoleNames();
  const { data = [], isLoading } = useFetchRolesQuery(undefined, { skip: text === undefined });
  const roles = data.map(({ roleName }) => ({ roleName, label: names.of(roleName) }));
  const command = readRole(text ?? '', roles);
  return {
    name: command?.name,
    busy: isLoading,
    roles,
    choicesOf: (user, self) =>
      (command?.roles ?? []).map(({ roleName, label }) => {
        const reason = whyNot(roleName, user, self);
        // A role with rights over others, of which administrators are notified by mail, is given only after a question.
        const isAdministrative = hasAdministrativeRole({ roles: [roleName], house: targetOf(user).house });
        return {
          key: `giveRole ${roleName} ${user.userId}`,
          label: t('actions:giveRole.command', { user: displayOf(user), role: label }),
          more: reason === null ? user.organisation.organisationName : t(`reason.${reason}`),
          disabled: reason !== null,
          choose: ({ isMeant }) => {
            dispatch(rolesRequested({ userName: user.userName, give: roleName, unasked: isMeant && !isAdministrative }));
          },
        };
      }),
  };
}
