/** Resolves a session token to its user on each call. */
import { sql } from 'kysely';
import { hasAdministrativeRole, type Person } from '../../api/contract/person.ts';
import { mayImpersonate } from '../../api/contract/users.policy.ts';
import { addMs, MINUTE } from '../clock.ts';
import type { Principal, SessionState } from './principal.ts';
import { profileColumns, profileOf } from './profile.ts';
import { type ProviderConditions, sessionsWithPeople, withProvider } from './providerConditions.ts';
import { concernsProvider, factorOf } from './providerRule.ts';
import { sha256 } from './tokens.ts';
import type { Queries } from '../db/database.ts';
import { prepare } from '../db/prepared.ts';
import { isNotIdle } from './idle.ts';

/**
 * The session's user with current rights; `anonymous` if the session has ended, or if the user (or the impersonating
 * administrator) is disabled, of an organisation that is not approved, or no longer allowed, or has to log in with the identity
 * provider. For a few seconds the previous token is accepted too, with the proof of identity from before the rotation.
 */
export async function findSession(queries: Queries, token: string, now: Date): Promise<Principal> {
  const hash = sha256(token);
  return admitted(await withProvider(queries, await findRow(queries, hash, now)), hash);
}

/** The same without the rule that requires an identity provider: for the page that links the account of a user who has just proven it. */
export async function findSessionToLink(queries: Queries, token: string, now: Date): Promise<Principal> {
  const hash = sha256(token);
  const row = await withProvider(queries, await findRow(queries, hash, now));
  return row ? principalOf(row, hash) : { kind: 'anonymous' };
}

async function findRow(queries: Queries, hash: Buffer, now: Date): Promise<FoundRow | undefined> {
  return (
    (await findByTokenHash(queries, { hash, now }))[0] ??
    (await activeSessions(queries, now)
      .select((column) => column.ref('s.former_authenticated_at').$notNull().as('authenticated_at'))
      .where('s.former_token_hash', '=', hash)
      .where('s.former_until', '>', now)
      .executeTakeFirst())
  );
}

/** A pending login is judged later, when it becomes a session. */
const admitted = (row: SessionRow | undefined, hash: Buffer): Principal =>
  row && (row.kind === 'pending' || !row.is_shut_out) ? principalOf(row, hash) : { kind: 'anonymous' };

/** Finds the user of what was issued in a session, with current rights, as above. */
export async function findSessionById(queries: Queries, sessionId: string, now: Date): Promise<Principal> {
  const [found] = await findById(queries, { sessionId, now });
  return found ? admitted(await withProvider(queries, found), found.token_hash) : { kind: 'anonymous' };
}

const activeSessions = (queries: Queries, now: Date) =>
  sessionsWithPeople(queries)
    .select([
      's.session_id',
      's.kind',
      's.remember',
      's.created_at',
      's.last_seen_at',
      's.expires_at',
      's.idle_ms',
      's.return_url',
      's.methods',
      's.second_factor_proven',
      's.provider_factor_proven',
      's.mfa_failures',
      's.mfa_candidate',
      's.impersonation_reason',
      's.impersonation_since',
      's.impersonation_access',
      'u.user_id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.display_name',
      'u.email',
      'u.organisation_id',
      'u.roles',
      'u.password_must_change',
      'u.mfa_enrolled',
      'o.house',
      's.impersonator_id',
      'i.user_name as i_user_name',
      'i.display_name as i_display_name',
      'i.email as i_email',
      'i.organisation_id as i_organisation_id',
      'i.roles as i_roles',
      'io.house as i_house',
      sql<boolean | null>`i.enabled AND io.approved`.as('i_enabled'),
      concernsProvider.as('concerns_provider'),
    ])
    .select(profileColumns)
    .where('u.enabled', '=', true)
    // In an unfinished login, its own step reports that the organisation is not approved.
    .where(sql<boolean>`(o.approved OR s.kind = 'pending')`)
    .where('u.user_name', 'is not', null)
    .where('s.expires_at', '>', now)
    .where(isNotIdle(now));

const findById = prepare('findSessionById', (queries, { sessionId, now }: { sessionId: string; now: Date }) =>
  activeSessions(queries, now).select(['s.authenticated_at', 's.token_hash']).where('s.session_id', '=', sessionId),
);

const findByTokenHash = prepare('findByTokenHash', (queries, { hash, now }: { hash: Buffer; now: Date }) =>
  activeSessions(queries, now).select('s.authenticated_at').where('s.token_hash', '=', hash),
);

type FoundRow = Awaited<ReturnType<ReturnType<typeof activeSessions>['executeTakeFirstOrThrow']>> & { authenticated_at: Date };
type SessionRow = FoundRow & ProviderConditions;

/** @param tokenHash hash of the token in the request */
function principalOf(row: SessionRow, tokenHash: Buffer): Principal {
  const impersonator =
    row.impersonator_id && row.i_enabled
      ? toPerson({
          user_id: row.impersonator_id,
          user_name: row.i_user_name,
          display_name: row.i_display_name ?? '',
          email: row.i_email ?? '',
          organisation_id: row.i_organisation_id ?? '',
          house: row.i_house ?? false,
          roles: row.i_roles ?? [],
        })
      : null;
  const person = toPerson(row);
  const target = { ...person, enabled: true, registered: true };
  if (row.impersonator_id && !(impersonator && mayImpersonate(impersonator, target) === null)) return { kind: 'anonymous' };
  // An administrator's second factor is this product's own, unless a system administrator trusts that of the provider.
  const countsProviderFactor = !hasAdministrativeRole(person) || row.trusts_provider_factor === true;
  const isProvidersFactor = factorOf(row.methods) === 'provider' && !countsProviderFactor;
  const methods = isProvidersFactor ? row.methods.filter((method) => method !== 'mfa') : row.methods;
  const session: SessionState = {
    sessionId: row.session_id,
    tokenHash,
    remember: row.remember,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    idleMs: row.idle_ms,
    idleUntil: earlier(addMs(row.last_seen_at, row.idle_ms), row.expires_at),
    returnUrl: row.return_url,
    methods,
    mfaFailures: row.mfa_failures,
    mfaCandidate: row.mfa_candidate,
    hasSecondFactor: row.mfa_enrolled,
    isSecondFactorProven:
      row.second_factor_proven || methods.includes('mfa') || (row.provider_factor_proven && countsProviderFactor),
    needsProvider: row.needs_provider === true,
    passwordMustChange: row.password_must_change && !row.impersonator_id,
    impersonation: impersonator && {
      by: impersonator,
      since: row.impersonation_since ?? row.created_at,
      expiresAt: row.expires_at,
      reason: row.impersonation_reason,
      access: row.impersonation_access,
    },
  };
  return { kind: row.kind === 'pending' ? 'pending' : 'session', person, profile: profileOf(row), session };
}

const earlier = (left: Date, right: Date) => (left < right ? left : right);

export const toPerson = (row: {
  user_id: string;
  user_name: string | null;
  display_name: string;
  email: string;
  organisation_id: string;
  house: boolean;
  roles: string[];
}): Person => ({
  userId: row.user_id,
  userName: row.user_name ?? row.email,
  displayName: row.display_name,
  email: row.email,
  organisationId: row.organisation_id,
  house: row.house,
  roles: row.roles,
});

/** Updates `last_seen_at`, at most once a minute to save writes. Returns the updated session. */
export async function touchSession(queries: Queries, session: SessionState, now: Date): Promise<SessionState> {
  if (now.getTime() - session.lastSeenAt.getTime() < MINUTE) return session;
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('session_id', '=', session.sessionId).execute();
  return { ...session, lastSeenAt: now, idleUntil: earlier(addMs(now, session.idleMs), session.expiresAt) };
}
