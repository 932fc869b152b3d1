/** The screens of the second factor: its code when logging in, and setting it up. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

/** `open` in the router's eyes: a half-done sign-in is enough for both, and both ask the server themselves. */
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
