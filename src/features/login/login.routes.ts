/** Routes of the login. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

/** The form has its own chunk because it is the most frequent entry; the other pages share one. */
export const loginRoutes: readonly Screen[] = [
  {
    path: paths.loginForm,
    access: 'open',
    load: () => import(/* webpackChunkName: "login" */ './LoginFormPage.tsx'),
    light: { later: () => import(/* webpackChunkName: "store" */ './AfterLoginForm.tsx') },
  },
  { path: paths.login, access: 'open', load: () => import(/* webpackChunkName: "login-more" */ './LoginStartPage.tsx') },
  {
    path: paths.loginHelp,
    access: 'open',
    load: () => import(/* webpackChunkName: "login-more" */ './LoginHelpPage.tsx'),
    phrases: ['session'],
  },
  {
    path: paths.loginRejected,
    access: 'open',
    load: () => import(/* webpackChunkName: "login-more" */ './LoginRejectedPage.tsx'),
  },
  {
    path: paths.noAccess,
    access: 'open',
    load: () => import(/* webpackChunkName: "login-more" */ './NoAccessPage.tsx'),
    phrases: ['session'],
  },
];
