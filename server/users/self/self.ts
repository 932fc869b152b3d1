/** The caller's own profile, with the session it is read in. */
import type { Person } from '../../../api/contract/person.ts';
import type { Self } from '../../../api/contract/users.shapes.ts';
import type { Config } from '../../config/config.ts';
import type { Queries } from '../../db/database.ts';
import { prepare } from '../../db/prepared.ts';
import { problem } from '../../http/problem.ts';
import { mfaRequiredBy } from '../../session/mfaRule.ts';
import type { SessionState } from '../../session/principal.ts';

const findSelf = prepare('findSelf', (queries, { userId }: { userId: string }) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.title', 'u.first_name', 'u.last_name', 'u.email', 'u.mfa_enrolled_at', 'u.ui_font_size', 'o.name'])
    .select(['u.mfa_required_override', 'o.mfa_required', 'u.roles', 'o.house'])
    .where('u.user_id', '=', userId),
);

export async function selfOf(
  config: Pick<Config, 'ADMIN_MFA'>,
  queries: Queries,
  person: Person,
  session: SessionState | null,
  now: Date,
): Promise<Self> {
  const [row] = await findSelf(queries, { userId: person.userId });
  if (!row) throw problem('SessionRequired');
  const impersonation = session?.impersonation ?? null;
  return {
    userId: person.userId,
    userName: person.userName,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    organisation: { publicId: person.organisationId, organisationName: row.name },
    clearLife: person.house,
    roles: [...person.roles],
    mfaEnabled: row.mfa_enrolled_at !== null,
    mfaRequired: mfaRequiredBy(config, row) !== null,
    passwordChangeRequired: session?.passwordMustChange ?? false,
    uiFontSize: row.ui_font_size,
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
