/** Decides which user logs in, only by what the provider has signed. Changes nothing. */
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { sql } from 'kysely';
import type { Queries } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { mayLinkBy } from '../../db/provenDomains.ts';
import { lostRoles } from '../../db/target.ts';
import { isBreakGlass } from '../../session/mfaRule.ts';
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

/**
 * A link is found by connection, issuer and subject alone. A user whom the directory has sent is matched by the connection that the
 * organisation has bound to it, and by no other. A link that its owner has not proven opens no account that has become an
 * administrator's.
 */
export async function decide(
  queries: Queries,
  connection: ConnectionRow,
  verified: Pick<Verified, 'issuer' | 'subject' | 'account' | 'email'>,
  { findSent, now }: { readonly findSent: FindSent; readonly now: Date },
): Promise<Decision> {
  const { connection_id: connectionId, organisation_id: organisationId } = connection;
  const known = await queries
    .selectFrom('identities')
    .select(['identity_id', 'user_id', 'proven_at'])
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', verified.issuer)
    .where('subject', '=', verified.subject)
    .executeTakeFirst();
  if (known) {
    const account = await findAccount(queries, { userId: known.user_id }, now);
    if (account?.organisation_id !== organisationId) return refuse('otherOrganisation', known.user_id);
    if (known.proven_at === null && isOwnAdministrator(account)) return { kind: 'askProof', userId: known.user_id };
    return { kind: 'logIn', userId: known.user_id, identityId: known.identity_id };
  }
  const sent = connection.matches_directory ? await findSent(queries, organisationId, verified.subject) : undefined;
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
 * An account that can be linked: it belongs to this organisation, has no administrative role, and is not kept for emergencies. A link
 * with another subject of the same provider is replaced, as the provider may know the user under a new one.
 */
async function linkable(
  queries: Queries,
  { organisation_id: organisationId }: ConnectionRow,
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
  return decision;
}

/** A role that the directory or the provider grants by its groups is the provider's to give, and no reason for a proof. */
const isOwnAdministrator = ({ roles, mapped_roles: mapped, house }: FoundAccount): boolean =>
  hasAdministrativeRole({ roles: roles.filter((role) => !mapped.includes(role)), house });

type Who = { readonly userId: string } | { readonly emailKey: string };

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const findAccount = (queries: Queries, who: Who, now: Date) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.organisation_id', 'u.roles', 'u.registered', 'o.house', lostRoles(now)])
    .select(isBreakGlass)
    .select(sql<string[]>`coalesce((SELECT m.roles FROM mapped_users m WHERE m.user_id = u.user_id), '{}')`.as('mapped_roles'))
    .where((where) => ('userId' in who ? where('u.user_id', '=', who.userId) : where('u.email_key', '=', who.emailKey)))
    .executeTakeFirst();
