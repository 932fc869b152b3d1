/** The caller's own profile, with the session it is read in. */
import type { Self } from '../../../api/contract/users.shapes.ts';
import type { Config } from '../../config/config.ts';
import { mfaRequiredBy } from '../../session/mfaRule.ts';
import type { Principal } from '../../session/principal.ts';

export function selfOf(config: Pick<Config, 'ADMIN_MFA'>, caller: Exclude<Principal, { kind: 'anonymous' }>, now: Date): Self {
  const { person, profile } = caller;
  const session = caller.kind === 'key' ? null : caller.session;
  const impersonation = session?.impersonation ?? null;
  return {
    userId: person.userId,
    userName: person.userName,
    email: person.email,
    firstName: profile.firstName,
    lastName: profile.lastName,
    title: profile.title,
    organisation: { publicId: person.organisationId, organisationName: profile.organisationName },
    clearLife: person.house,
    roles: [...person.roles],
    mfaEnabled: profile.hasAuthenticator,
    mfaRequired: mfaRequiredBy(config, profile.mfaRule) !== null,
    passwordChangeRequired: session?.passwordMustChange ?? false,
    uiFontSize: profile.uiFontSize,
    // An API key authenticates every call, so the proof is current.
    authenticatedAt: (session?.authenticatedAt ?? now).toISOString(),
    sessionExpiresAt: (session?.idleUntil ?? now).toISOString(),
    impersonatedBy: impersonation && {
      userName: impersonation.by.userName,
      displayName: impersonation.by.displayName,
      since: impersonation.since.toISOString(),
      expiresAt: impersonation.expiresAt.toISOString(),
      reason: impersonation.reason,
      access: impersonation.access,
    },
  };
}
