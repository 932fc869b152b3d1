/** Routes of the account recovery. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const recoveryRoutes: readonly Screen[] = [
  {
    path: paths.forgottenUsername,
    access: 'open',
    phrases: ['recovery'],
    load: () => import(/* webpackChunkName: "recovery" */ './ForgottenUsernamePage.tsx'),
  },
  {
    path: paths.forgottenPassword,
    access: 'open',
    phrases: ['recovery'],
    load: () => import(/* webpackChunkName: "recovery" */ './ForgottenPasswordPage.tsx'),
  },
];
