/** Routes of user administration. */
import { ADMINISTRATOR_ROLES, SYSTEM_ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const usersRoutes: readonly Screen[] = [
  {
    path: paths.confirmEmail,
    access: 'open',
    phrases: ['recovery'],
    load: () => import(/* webpackChunkName: "recovery" */ './confirmEmail/ConfirmEmailPage.tsx'),
  },
  {
    path: paths.users,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "users" */ './UsersPage.tsx'),
  },
  {
    path: paths.usersList,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "users" */ './list/UsersListPage.tsx'),
  },
  {
    path: paths.usersEdit,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users', 'actions', 'audit'],
    load: () => import(/* webpackChunkName: "user-edit" */ './edit/EditUserPage.tsx'),
  },
  {
    path: paths.usersInvite,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "user-invite" */ './invite/InvitePage.tsx'),
  },
  {
    path: paths.usersReinvite,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "user-invite" */ './invite/ReinvitePage.tsx'),
  },
  {
    path: paths.usersAdd,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "user-invite" */ './add/AddUserPage.tsx'),
  },
  {
    path: paths.roles,
    access: ADMINISTRATOR_ROLES,
    phrases: ['users'],
    load: () => import(/* webpackChunkName: "users" */ './list/RoleMovedPage.tsx'),
  },
];

/** Search for users, pages and actions from any page; opened by the shell. */
export const loadPalette = () => import(/* webpackChunkName: "palette" */ './palette/Palette.tsx');

/** Whether a user can log in, with what helps; on the desk of tickets too. */
export const loadLoginState = () => import(/* webpackChunkName: "user-panel" */ './panel/LoginState.tsx');

/** The dialog of keyboard shortcuts; opened by the shell. */
export const loadKeys = withPhrases(['keys'], () => import(/* webpackChunkName: "user-tools" */ './tools/KeysDialog.tsx'));
