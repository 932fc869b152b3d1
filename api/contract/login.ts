/** Operations of login and logout. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { claimed, count, id } from './shape.ts';

/** Result of a login step. `retryAfterSeconds` comes with `Locked`; `redirectUrl` is always safe to follow. */
export const Outcome = z.object({
  outcome: z.enum(['SignedIn', 'MfaCodeRequired', 'MfaEnrolmentRequired', 'Rejected']),
  /** `ProviderRequired`: since the first step of the login the organisation requires its identity provider. */
  reason: z.enum(['Disabled', 'Locked', 'NotApproved', 'ProviderRequired']).optional(),
  retryAfterSeconds: count.optional(),
  redirectUrl: z.string().optional(),
  /** Failures since the last successful login; returned once, if there were any. */
  failedSignIns: count.optional(),
  lastFailedAt: z.iso.datetime().optional(),
});
export type Outcome = z.infer<typeof Outcome>;

export const loginOperations = operations({
  'Login.Page': {
    method: 'GET',
    path: '/Login/Login',
    who: 'anyone',
    summary: 'What the login page shows; `returnUrl` comes back only if it is safe',
    query: z.strictObject({ returnUrl: z.string().max(8192).optional() }),
    reply: z.object({
      applicationName: z.string(),
      displayName: z.string(),
      applications: z.array(z.object({ applicationName: z.string(), displayName: z.string() })),
      returnUrl: z.string().nullable(),
      signedIn: z.boolean(),
    }),
  },
  'Login.Login': {
    method: 'POST',
    path: '/Login/Login',
    who: 'anyone',
    withoutStepUp: 'proof',
    effects: [],
    hashesPassword: true,
    summary: 'Log in with user name or e-mail and password',
    description:
      'A wrong pair and an unknown user get the same reply in the same time. Never 401. Five failures in a row for a name lock it for 15 minutes, whatever the password.',
    body: z.strictObject({
      userName: claimed,
      password: claimed,
      rememberMe: z.boolean().optional(),
      applicationName: z.string().max(255).optional(),
      returnUrl: z.string().max(8192).optional(),
    }),
    reply: Outcome,
    problems: ['InvalidCredentials'],
  },
  'Login.Check': {
    method: 'GET',
    path: '/Login/Check',
    who: 'anyone',
    summary: 'Whether there is a valid session; also for auth_request of nginx, Traefik and Caddy',
    description:
      '200 also sets `Remote-User`, `Remote-Email`, `Remote-Name` and `Remote-Groups`. Otherwise `Location` names where to sign in, or to do first what is missing: 403 with `/SecurityDetails` as long as the password is one that an administrator chose, with `/NoAccess` for users whom the application does not admit. A proxy says in its own configuration which application it guards: the `applicationId` of a registered one; an unknown or disabled one admits nobody.',
    query: z.strictObject({ application: z.string().max(100).optional() }),
    reply: z.object({ userName: z.string(), userId: id, displayName: z.string(), roles: z.array(z.string()) }),
    problems: ['SessionRequired', 'Forbidden', 'PasswordChangeRequired', 'Impersonating'],
  },
  'Login.ApplicationHome': {
    method: 'GET',
    path: '/Login/ApplicationHome',
    who: 'anyone',
    summary: 'Where an application begins for the caller',
    query: z.strictObject({ applicationName: z.string().min(1).max(255) }),
    reply: z.object({ applicationName: z.string(), displayName: z.string(), url: z.string() }),
    problems: ['NotFound'],
  },
  'Login.Logout': {
    method: 'POST',
    path: '/Login/Logout',
    who: 'sessionOrPending',
    withoutStepUp: 'endsOwnAccess',
    allowedWhileImpersonating: true,
    effects: [],
    summary: 'End the session; cookies and cached data go',
  },
});

export const loginCalls = callsOf(loginOperations);
