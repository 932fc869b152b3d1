/** Causes from the organisation's identity provider that keep a user from logging in. */
import { sql, type SqlBool } from 'kysely';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import { isAdministrative } from '../../db/roles.ts';
import { isKnownByDirectory } from './sent.ts';
import type { Queries } from '../../db/database.ts';

type Provider = Pick<Connection, 'name' | 'kind'>;

interface Upstream {
  /** Passwords and passkeys are closed to this user. */
  readonly isRequired: boolean;
  /** The user logs in with a provider that is on, without proving the account first. */
  readonly isLinked: boolean;
  /** Whether the provider's login may count as a second factor. */
  readonly isSecondFactor: boolean;
  readonly causes: readonly UpstreamCause[];
}

export interface UpstreamCause {
  readonly code:
    | 'ProviderRequired'
    | 'ProviderDisabled'
    | 'ProviderNotLinked'
    | 'ProviderAdministrator'
    | 'DomainUnproven'
    | 'DomainFrozen'
    | 'DomainContested'
    | 'ProviderRefused';
  readonly since?: Date;
  readonly provider: Provider & { readonly problem: ConnectionProblem | null };
}

interface Row {
  readonly required: boolean;
  readonly administers: boolean;
  readonly sent: boolean;
  readonly kept: boolean;
  readonly domain: 'DomainUnproven' | 'DomainFrozen' | 'DomainContested' | '';
  readonly offered: Provider | null;
  readonly linked: (Provider & { readonly enabled: boolean; readonly trust: string }) | null;
  readonly refused: readonly (Provider & { readonly at: string; readonly problem: ConnectionProblem })[];
}

const SHOWN_REFUSALS = 3;

const administers = isAdministrative(sql`u.roles`, sql`o.house`);
const proven = sql<SqlBool>`d.organisation_id = u.organisation_id AND d.name = split_part(u.email_key, '@', 2) AND d.verified_at IS NOT NULL`;

async function findFacts(queries: Queries, userId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    SELECT o.sso_required AND b.user_id IS NULL AS required, b.user_id IS NOT NULL AS kept, ${administers} AS administers,
           ${isKnownByDirectory} AS sent,
           coalesce((SELECT CASE WHEN d.contested_at IS NOT NULL THEN 'DomainContested' WHEN d.frozen_at IS NOT NULL THEN 'DomainFrozen' ELSE '' END
                       FROM domains d WHERE ${proven}), 'DomainUnproven') AS domain,
           (SELECT json_build_object('name', c.name, 'kind', c.kind) FROM connections c
             WHERE c.organisation_id = u.organisation_id AND c.enabled ORDER BY c.created_at LIMIT 1) AS offered,
           (SELECT json_build_object('name', c.name, 'kind', c.kind, 'enabled', c.enabled, 'trust', c.mfa_trust)
              FROM identities i JOIN connections c USING (connection_id)
             WHERE i.user_id = u.user_id ORDER BY c.enabled DESC, c.created_at LIMIT 1) AS linked,
           coalesce((SELECT json_agg(json_build_object('name', r.name, 'kind', r.kind, 'at', r.at, 'problem', r.problem) ORDER BY r.outcome_id DESC)
              FROM (SELECT c.name, c.kind, a.at, a.problem, a.outcome_id FROM sso_outcomes a JOIN connections c USING (connection_id)
                     WHERE a.user_id = u.user_id AND a.outcome = 'refused' AND a.purpose IN ('login', 'stepUp', 'link')
                       AND a.at > coalesce(u.last_login_at, '-infinity')
                     ORDER BY a.outcome_id DESC LIMIT ${SHOWN_REFUSALS}) r), '[]') AS refused
      FROM users u JOIN organisations o USING (organisation_id) LEFT JOIN break_glass_accounts b ON b.user_id = u.user_id
     WHERE u.user_id = ${userId}`.execute(queries);
  return rows[0];
}

export async function findUpstream(queries: Queries, userId: string): Promise<Upstream> {
  const facts = await findFacts(queries, userId);
  if (!facts) throw new Error('The user of a diagnosis is there');
  const { required, linked, offered, refused } = facts;
  const provider = offered ?? linked;
  const isLinked = linked?.enabled === true || (offered !== null && facts.sent && !facts.administers);
  const code = provider === null ? undefined : codeOf(facts, isLinked);
  return {
    isRequired: required,
    isLinked,
    isSecondFactor: linked?.enabled === true && linked.trust !== 'off',
    causes: [
      ...(code && provider
        ? [{ code, provider: { ...only(linked && !isLinked && !offered ? linked : provider), problem: null } }]
        : []),
      ...refused.map(({ at, problem, ...of }) => ({
        code: 'ProviderRefused' as const,
        since: new Date(at),
        provider: { ...only(of), problem },
      })),
    ],
  };
}

const only = ({ name, kind }: Provider): Provider => ({ name, kind });

/** The provider is no concern of an account for emergencies. */
function codeOf(
  { kept, required, linked, offered, administers: isAdmin, domain }: Row,
  isLinked: boolean,
): UpstreamCause['code'] | undefined {
  if (kept) return undefined;
  if (isLinked) return required ? 'ProviderRequired' : undefined;
  if (linked && !linked.enabled) return 'ProviderDisabled';
  if (!offered) return undefined;
  if (isAdmin) return required ? 'ProviderAdministrator' : undefined;
  if (domain === 'DomainUnproven') return required ? domain : undefined;
  return domain || 'ProviderNotLinked';
}
