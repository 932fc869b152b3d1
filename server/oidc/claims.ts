/** The claims about a user, and whether what was issued to an application still holds. */
import { accessDenial, isAdmitted } from '../../api/contract/applications.policy.ts';
import { hasAdministrativeRole, type Person } from '../../api/contract/person.ts';
import { accessOf, type ApplicationRow } from '../applications/repository.ts';
import type { Context } from '../context.ts';
import { nameKey } from '../db/names.ts';
import type { Queries } from '../db/database.ts';
import { prepare } from '../db/prepared.ts';
import { limitSession } from '../http/authorize.ts';
import { remoteHeaders } from '../session/remoteHeaders.ts';
import type { Principal } from '../session/principal.ts';
import { findSessionById, touchSession } from '../session/principals.ts';

/** The claims of each scope. `act` says who acts as the user (RFC 8693). */
export const CLAIMS = {
  openid: ['sub', 'act', 'auth_time', 'acr', 'amr'],
  profile: ['preferred_username', 'name', 'locale'],
  email: ['email', 'email_verified'],
  roles: ['roles'],
  organisation: ['organisation', 'organisation_name'],
} as const;

const profiles = (queries: Queries) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.display_name', 'u.email', 'u.locale', 'u.roles', 'u.organisation_id'])
    .select(['u.email_proven_at', 'o.name as organisation_name'])
    .where('u.enabled', '=', true)
    .where('u.registered_at', 'is not', null)
    .where('o.approved', '=', true);

type Profile = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>;

const claimsOf = (profile: Profile, administrator?: Person): Record<string, unknown> => ({
  sub: profile.user_id,
  preferred_username: profile.user_name,
  name: profile.display_name,
  ...(profile.locale === null ? {} : { locale: profile.locale }),
  email: profile.email,
  email_verified: profile.email_proven_at !== null,
  roles: profile.roles,
  organisation: profile.organisation_id,
  organisation_name: profile.organisation_name,
  ...(administrator ? { act: { sub: administrator.userId, preferred_username: administrator.userName } } : {}),
});

interface Grantee {
  readonly claims: Record<string, unknown>;
  readonly administrator: Person | undefined;
}

const findGrant = prepare('findOidcGrant', (queries, { grantId }: { grantId: string }) =>
  profiles(queries)
    .innerJoin('oidc_grants as g', 'g.user_id', 'u.user_id')
    .innerJoin('applications as a', 'a.application_id', 'g.application_id')
    .select(['g.session_id', 'a.organisation_ids', 'a.roles as allowed_roles', 'a.impersonation'])
    .where('g.grant_id', '=', grantId)
    .where('a.enabled', '=', true),
);

/** Finds the user of a grant with current claims; undefined if session, user, organisation or access have ended. */
export async function findGrantee(
  context: Context,
  grantId: string,
  options: { isActive: boolean },
): Promise<Grantee | undefined> {
  const { db, clock } = context;
  const now = clock.now();
  const [grant] = await findGrant(db, { grantId });
  if (!grant) return undefined;
  const login = limitSession(context, await findSessionById(db, grant.session_id, now), now);
  if (!isLogin(login)) return undefined;
  const { organisation_ids, allowed_roles: roles, impersonation } = grant;
  // A grant in a pending session was made in a full one (sessions.ts).
  if (accessDenial({ ...login, kind: 'session' }, accessOf({ organisation_ids, roles, impersonation }))) return undefined;
  // Otherwise a user who works in an application all day would be idle here, and be logged out of it. Applications refresh without
  // their user too, which must not keep an absent administrator logged in.
  if (options.isActive && !hasAdministrativeRole(login.session.impersonation?.by ?? login.person))
    await touchSession(db, login.session, now);
  const administrator = login.session.impersonation?.by;
  return { claims: claimsOf(grant, administrator), administrator };
}

/** A pending session counts: a new login in the same browser is in progress, with its second step outstanding. */
const isLogin = (principal: Principal): principal is Exclude<Principal, { kind: 'anonymous' | 'key' }> =>
  principal.kind === 'session' || principal.kind === 'pending';

/** The claims that an application would receive, by its scopes. */
export async function previewClaims(
  queries: Queries,
  application: ApplicationRow,
  userName: string,
  subOf: (userId: string) => string,
) {
  const profile = await profiles(queries).where('u.user_name_key', '=', nameKey(userName)).executeTakeFirst();
  if (!profile) return undefined;
  const person = { roles: profile.roles, organisationId: profile.organisation_id };
  const mayEnter = isAdmitted(person, accessOf(application));
  if (application.kind === 'guarded') return { mayEnter, claims: headersOf(profile) };
  const byScope: Readonly<Record<string, readonly string[]>> = CLAIMS;
  const names = application.scopes.flatMap((scope) => byScope[scope] ?? []);
  const claims = Object.entries({ ...claimsOf(profile), sub: subOf(profile.user_id) }).filter(([name]) => names.includes(name));
  return { mayEnter, claims: Object.fromEntries(claims) };
}

/** Headers as proxies name them. */
const headersOf = (profile: Profile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(
      remoteHeaders(
        {
          userName: profile.user_name ?? '',
          email: profile.email,
          displayName: profile.display_name,
          roles: profile.roles,
          organisationId: profile.organisation_id,
        },
        profile.email_proven_at !== null,
      ),
    ).map(([name, value]) => [name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()), value]),
  );
