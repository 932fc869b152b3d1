/** Constants of the provider for modules that must not load it, which takes a tenth of a second and up to 47 MB. */
import type { Context } from '../context.ts';

/** Path of the provider. */
export const MOUNT = '/oidc';
/** Path below the mount; `interaction.routes.ts` answers there. */
export const INTERACTION = '/interaction';

/**
 * How long an authorization request waits for its user: as long as a pending session does. After that the user begins anew at the
 * application (pending.ts).
 */
export const INTERACTION_SECONDS = 900;

/** The prompt for a user who may not use the application; its reason is the access denial. */
export const ACCESS_PROMPT = 'access';

/** The provider's session id of the user logged in here; the mount puts it into the provider's cookie (routes.ts). */
export const OUR_SESSION = 'login';

/** Cookie names: `__Secure-` where there is TLS; `__Host-` would forbid their paths. */
export const cookieNames = (issuer: string) => {
  const prefix = issuer.startsWith('https:') ? '__Secure-' : '';
  return {
    session: `${prefix}oidc-session`,
    interaction: `${prefix}oidc-interaction`,
    resume: `${prefix}oidc-resume`,
    pending: `${prefix}oidc-pending`,
  };
};

/** A subject that means nothing to another application, even one on the same host. */
export const pairwiseSub = (context: Context, applicationId: string, userId: string): string =>
  context.secret.sign('pairwise', `${applicationId}\0${userId}`);
