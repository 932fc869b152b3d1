/** Finds every cause why a user can't log in, with its remedy. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ReplyOf } from '../../../api/contract/index.ts';
import { isAdmin, isSystemAdmin, reachesAllOrganisations, type Person } from '../../../api/contract/person.ts';
import type { Config } from '../../config/config.ts';
import type { Queries } from '../../db/database.ts';
import { isLockedByCodes, isPermanent, type LockLimits } from '../../lockout/rule.ts';
import { inScopeOf } from '../../db/target.ts';
import { isBreakGlass, mfaRequiredBy } from '../../session/mfaRule.ts';
import { hasUserName } from './rows.ts';

type Diagnosis = ReplyOf<'Users.Diagnosis'>;
type Cause = Diagnosis['causes'][number];

/** Finds causes from the identity provider; its module provides it. */
export type FindUpstream = (
  queries: Queries,
  userId: string,
) => Promise<{
  readonly isRequired: boolean;
  readonly isLinked: boolean;
  readonly isSecondFactor: boolean;
  readonly causes: readonly (Pick<Cause, 'code' | 'provider'> & { readonly since?: Date })[];
}>;

/** @returns undefined for a user unknown or out of scope */
export async function diagnose(
  { config, findUpstream }: { readonly config: Pick<Config, 'ADMIN_MFA'> & LockLimits; readonly findUpstream: FindUpstream },
  queries: Queries,
  actor: Person,
  userName: string,
  now: Date,
): Promise<Diagnosis | undefined> {
  const row = await findAccountState(queries, actor, userName);
  if (!row) return undefined;
  const upstream = await findUpstream(queries, row.user_id);
  const causes: Cause[] = [];
  const add = (
    holds: boolean,
    code: Cause['code'],
    { since, until, ...rest }: { since?: Date | null | undefined; until?: Date | null } & Partial<Omit<Cause, 'since' | 'until'>>,
    remedy: Cause['remedy'],
  ) => {
    if (!holds) return;
    const times = { since: since?.toISOString() ?? null, until: until?.toISOString() ?? null };
    causes.push({ code, keepsOut: true, organisation: null, provider: null, ...rest, ...times, remedy });
  };
  const expired = row.invite_expires_at === null || row.invite_expires_at <= now;
  const locked = row.locked_until !== null && row.locked_until > now;
  add(!row.enabled && !row.has_left, 'Disabled', { since: row.disabled_at }, 'enable');
  // No administrator can remedy this: only the directory can enable the user again.
  add(!row.enabled && row.has_left, 'DisabledByDirectory', { since: row.disabled_at, organisation: row.organisation }, null);
  add(!row.registered && !expired, 'Invited', { since: row.created_at, until: row.invite_expires_at }, 'resendInvite');
  add(!row.registered && expired, 'InviteExpired', { since: row.invite_expires_at }, 'resendInvite');
  // A permanent lock has no end; only an administrator unlocks it.
  const until = row.locked_until && isPermanent(row.locked_until, now) ? null : row.locked_until;
  const isOpenOtherwise = (row.passkeys > 0 && !upstream.isRequired) || upstream.isLinked;
  const keepsOut = isLockedByCodes(row.mfa_failures, config) || !isOpenOtherwise;
  add(locked, 'Locked', { since: row.last_failed_at, until, keepsOut }, 'unlock');
  add(!row.approved, 'NotApproved', {}, isSystemAdmin(actor) ? 'approveOrganisation' : null);
  // With a passkey neither is needed; a linked user needs no password.
  const entersByPasskey = row.passkeys > 0 && !upstream.isRequired;
  const needsPassword = row.registered && row.passkeys === 0 && !upstream.isLinked;
  add(needsPassword && !row.has_password, 'PasswordNotSet', {}, 'resetPassword');
  // No administrator can remedy this: the user enrols at the next login.
  const needsFactor = row.registered && !entersByPasskey && !upstream.isSecondFactor && mfaRequiredBy(config, row) !== null;
  add(needsFactor && !row.mfa_enrolled, 'MfaEnrolmentOutstanding', {}, null);
  const isOnlyWay = upstream.isRequired || (!row.has_password && row.passkeys === 0);
  for (const { code, since, provider } of upstream.causes) {
    const keepsOut = isOnlyWay && !isOfUse.has(code);
    add(true, code, { since, provider, organisation: row.organisation, keepsOut }, 'openProvider');
  }
  return { canLogIn: !causes.some(({ keepsOut }) => keepsOut), causes, passkeys: row.passkeys };
}

/** Causes about the identity provider that are shown even if the user can log in. */
const isOfUse: ReadonlySet<Cause['code']> = new Set(['ProviderRequired', 'ProviderNotLinked', 'ProviderRefused']);

/** Administrators read it in their scope, Support of users of whom they see a ticket: whom they help, and nobody else. */
function isReadableBy(actor: Person): Expression<SqlBool> {
  const everywhere = reachesAllOrganisations(actor);
  const hasTicket = sql<SqlBool>`EXISTS (SELECT FROM tickets t WHERE t.user_id = u.user_id
    AND (${everywhere} OR (t.organisation_id = ${actor.organisationId}::uuid AND u.organisation_id = ${actor.organisationId}::uuid)))`;
  return isAdmin(actor) ? sql<SqlBool>`(${inScopeOf(actor)} OR ${hasTicket})` : hasTicket;
}

async function findAccountState(queries: Queries, actor: Person, userName: string) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('scim_users as s', 's.user_id', 'u.user_id')
    .select(['u.user_id', 'o.name as organisation', sql<boolean>`s.active IS FALSE`.as('has_left')])
    .select([
      'u.enabled',
      'u.registered',
      'u.locked_until',
      'u.mfa_failures',
      'u.last_failed_at',
      'u.invite_expires_at',
      'u.created_at',
    ])
    .select(['u.mfa_enrolled', 'o.approved'])
    .select(sql<number>`(SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.user_id)`.as('passkeys'))
    .select(sql<boolean>`u.password_hash IS NOT NULL`.as('has_password'))
    .select(['u.mfa_required_override', 'o.mfa_required', 'u.roles', 'o.house', isBreakGlass])
    .select(
      sql<Date | null>`(SELECT e.at FROM audit_events e
        WHERE lower(e.target) = lower(coalesce(u.user_name, u.email)) AND e.target_user_id = u.user_id
          AND (s.active IS FALSE AND e.action LIKE 'Scim.%' OR s.active IS NOT FALSE AND e.action = 'Users.Enable')
          AND e.outcome = 'success' AND e.details ->> 'enabled' = 'false'
        ORDER BY e.seq DESC LIMIT 1)`.as('disabled_at'),
    )
    .where(hasUserName(userName))
    .where(isReadableBy(actor))
    .executeTakeFirst();
}
