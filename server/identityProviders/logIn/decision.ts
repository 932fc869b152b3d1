/** Decides which user logs in, only by what the provider has signed. Changes nothing. */
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.calls.ts';
import { sql } from 'kysely';
import type { Queries } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { mayLinkBy } from '../../db/provenDomains.ts';
import { lostRoles } from '../../db/target.ts';
import type { Verified } from '../openid/claims.ts';
import type { ConnectionRow } from '../settings/repository.ts';

export type Decision =
  | { readonly kind: 'logIn'; readonly userId: string; readonly identityId: string }
  /** A user that the organisation's directory has sent under this subject. */
  | { readonly kind: 'join'; readonly userId: string }
  /** The owner of the account has to prove it. */
  | { readonly kind: 'askProof'; readonly userId: string }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'refuse'; readonly problem: ConnectionProblem; readonly userId?: string };

/** Finds the user that the organisation's directory has sent under an id; the directory's module implements it. */
export type FindSent = (queries: Queries, organisationId: string, externalId: string) => Promise<string | undefined>;

const refuse = (problem: ConnectionProblem, userId?: string): Decision => ({
  kind: 'refuse',
  problem,
  ...(userId !== undefined && { userId }),
});

export async function decide(
  queries: Queries,
  connection: ConnectionRow,
  verified: Pick<Verified, 'issuer' | 'subject' | 'account' | 'email'>,
  { findSent, now }: { readonly findSent: FindSent; readonly now: Date },
): Promise<Decision> {
  const { connection_id: connectionId, organisation_id: organisationId } = connection;
  const known = await queries
    .selectFrom('identities')
    .select(['identity_id', 'user_id'])
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', verified.issuer)
    .where('subject', '=', verified.subject)
    .executeTakeFirst();
  if (known) {
    const account = await findAccount(queries, { userId: known.user_id }, now);
    return account?.organisation_id === organisationId
      ? { kind: 'logIn', userId: known.user_id, identityId: known.identity_id }
      : refuse('otherOrganisation', known.user_id);
  }
  const sent = await findSent(queries, organisationId, verified.subject);
  if (sent !== undefined) return linkable(queries, connection, { userId: sent }, now, { kind: 'join', userId: sent });
  return byAddress(queries, connection, verified, now);
}

async function byAddress(
  queries: Queries,
  connection: ConnectionRow,
  { email, account: there }: Pick<Verified, 'email' | 'account'>,
  now: Date,
): Promise<Decision> {
  if (typeof email !== 'string') return refuse(email.missing, await findOwn(queries, connection, there));
  const emailKey = nameKey(email);
  if (!(await mayLinkBy(queries, connection.organisation_id, emailKey)))
    return refuse('domain', await findOwn(queries, connection, email));
  const account = await findAccount(queries, { emailKey }, now);
  if (account) {
    const { user_id: userId } = account;
    return linkable(queries, connection, { userId }, now, { kind: 'askProof', userId });
  }
  return connection.creates_users ? { kind: 'create', email } : refuse('noAccount');
}

/** The user who was probably refused, so that administrators find the refusal there; it has no other effect. */
const findOwn = async (queries: Queries, { organisation_id: organisationId }: ConnectionRow, address: string | null) =>
  (
    await queries
      .selectFrom('users')
      .select('user_id')
      .where('email_key', '=', nameKey(address ?? ''))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
  )?.user_id;

/**
 * An account that can be linked: it belongs to this organisation, is not linked yet, has no administrative role, and is not kept
 * for emergencies.
 */
async function linkable(
  queries: Queries,
  { connection_id: connectionId, organisation_id: organisationId }: ConnectionRow,
  who: Who,
  now: Date,
  decision: Decision,
): Promise<Decision> {
  const account = await findAccount(queries, who, now);
  if (!account) return refuse('noAccount');
  const { user_id: userId } = account;
  if (account.organisation_id !== organisationId) return refuse('otherOrganisation', userId);
  if (!account.registered) return refuse('invited', userId);
  if (account.is_break_glass) return refuse('breakGlass', userId);
  const { house } = account;
  if (hasAdministrativeRole({ roles: [...account.roles, ...account.lost_roles], house })) return refuse('administrator', userId);
  const linked = await queries
    .selectFrom('identities')
    .select('identity_id')
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return linked ? refuse('linkedElsewhere', userId) : decision;
}

type Who = { readonly userId: string } | { readonly emailKey: string };

const findAccount = (queries: Queries, who: Who, now: Date) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.organisation_id', 'u.roles', 'u.registered', 'o.house', lostRoles(now)])
    .select(sql<boolean>`EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)`.as('is_break_glass'))
    .where((where) => ('userId' in who ? where('u.user_id', '=', who.userId) : where('u.email_key', '=', who.emailKey)))
    .executeTakeFirst();
