/** Routes of the MFA login and enrolment. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

/** `open`, because a pending login is enough; both pages check with the server. */
export const mfaRoutes: readonly Screen[] = [
  {
    path: paths.loginMfa,
    access: 'open',
    phrases: ['mfa'],
    load: () => import(/* webpackChunkName: "mfa" */ './LoginMfaPage.tsx'),
  },
  {
    path: paths.enrolMfa,
    access: 'open',
    phrases: ['mfa'],
    load: () => import(/* webpackChunkName: "mfa-enrol" */ './EnrolMfaPage.tsx'),
  },
];
