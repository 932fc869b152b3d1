/** Whether a user who was changed on this page still belongs to the shown list, for the conditions that acts can change. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { statuses } from '../view/conditions.ts';
import type { TabFilter, UsersView } from '../view/usersView.ts';
import { isLocked, statusOf } from './userStatus.ts';

type Matches = (user: UserSummary, now: number) => boolean;

const isRegistered = ({ inviteState }: UserSummary): boolean => inviteState === null;

/** Matches like the server's conditions of the same names. */
const byStatus: Readonly<Record<(typeof statuses)[number], Matches>> = {
  active: (user, now) => user.enabled && isRegistered(user) && !isLocked(user, now),
  disabled: ({ enabled }) => !enabled,
  locked: isLocked,
  invited: (user, now) => statusOf(user, now).kind === 'invited',
  inviteExpiring: (user, now) => statusOf(user, now).kind === 'invited',
  inviteExpired: (user, now) => statusOf(user, now).kind === 'inviteExpired',
};

const byTab: Readonly<Record<TabFilter, Matches>> = {
  all: () => true,
  admin: ({ roles }) => ADMINISTRATOR_ROLES.some((role) => roles.includes(role)),
  active: byStatus.active,
  disabled: byStatus.disabled,
  loggedIn: ({ loggedIn }) => loggedIn,
};

export const stillMatches = (user: UserSummary, { filter, where }: UsersView, now: number): boolean =>
  byTab[filter](user, now) &&
  where.every((condition) => condition.field !== 'status' || condition.value.some((status) => byStatus[status](user, now)));
