/**
 * Global Token Revocation (draft-parecki-oauth-global-token-revocation-06; Okta calls it Universal Logout): the provider asks that
 * all sessions of a user end, including those started with a password, and with them the logins of applications.
 */
import { sql, type SqlBool } from 'kysely';
import { appendAuditEvent, systemOrigin } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { mayLinkBy } from '../../db/provenDomains.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { recordOutcome } from '../logIn/outcomes.ts';
import { Refused } from '../logIn/refused.ts';
import { findConnection, holdConnection, revocationPath, type ConnectionRow } from '../settings/repository.ts';
import { useOnce } from '../logIn/consume.ts';
import type { VerifyToken } from '../openid/tokens.ts';

/** The only accepted type of bearer token, so that one that the provider has signed for another purpose ends no session. */
const TYPE = 'global-token-revocation+jwt';
const MAX_LENGTH = 320;

export type Revoked = 'revoked' | 'malformed' | 'unknown';

export function globalRevocation({ db, clock, publicUrl }: Context, verify: VerifyToken) {
  /** @throws Refused if the token is not the provider's, for this address, for the first time */
  return async (connectionId: string, token: string, body: unknown, ip: string): Promise<Revoked> => {
    const now = clock.now();
    const connection = await findConnection(db, connectionId);
    if (!connection?.enabled || connection.kind !== 'openid') throw new Refused('disabledConnection');
    const audience = new URL(revocationPath(connection.connection_id), publicUrl()).href;
    const { jti = '' } = await verify(connection, token, { audience, types: [TYPE], claims: ['exp'], now });
    const named = subjectOf(body);
    const userId = await transaction(db, async (tx) => {
      const held = await holdConnection(tx, connectionId);
      if (!held?.enabled) throw new Refused('disabledConnection');
      await useOnce(tx, connectionId, jti, now);
      const found = named && (await findLinked(tx, held, named));
      if (found) await endAll(tx, held, found, { ip, now });
      return found?.user_id;
    });
    if (!named) return 'malformed';
    const outcome =
      userId === undefined ? ({ outcome: 'refused', problem: 'noAccount' } as const) : ({ outcome: 'loggedOut' } as const);
    await recordOutcome(db, { connectionId, at: now, purpose: 'logout', userId, ...outcome });
    return userId === undefined ? 'unknown' : 'revoked';
  };
}

type Named = { readonly iss: string; readonly sub: string } | { readonly email: string };

/** RFC 9493. Okta's guide calls it `subject`, the draft `sub_id`. */
function subjectOf(body: unknown): Named | undefined {
  const { sub_id: id, subject = id } = fieldsOf(body);
  const { format, iss, sub, email } = fieldsOf(subject);
  if (format === 'iss_sub' && isText(iss) && isText(sub)) return { iss, sub };
  return format === 'email' && isText(email) ? { email } : undefined;
}

const fieldsOf = (value: unknown): Readonly<Partial<Record<string, unknown>>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

/**
 * Finds users of this organisation who are linked with this provider, as it may not act on others. An address counts where the
 * organisation may link by it; here it is a name, no proof.
 */
async function findLinked(
  tx: Transaction,
  { connection_id: connectionId, organisation_id: organisationId }: ConnectionRow,
  named: Named,
) {
  if ('email' in named && !(await mayLinkBy(tx, organisationId, nameKey(named.email)))) return undefined;
  return tx
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.user_id', 'i.user_id')
    .select(['u.user_id', 'u.user_name', 'u.email'])
    .where('i.connection_id', '=', connectionId)
    .where('u.organisation_id', '=', organisationId)
    .where(
      'email' in named
        ? sql<SqlBool>`u.email_key = ${nameKey(named.email)}`
        : sql<SqlBool>`i.issuer = ${named.iss} AND i.subject = ${named.sub}`,
    )
    .executeTakeFirst();
}

type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

async function endAll(
  tx: Transaction,
  { organisation_id: organisationId, name }: ConnectionRow,
  { user_id: userId, user_name: userName, email }: Linked,
  { ip, now }: { readonly ip: string; readonly now: Date },
): Promise<void> {
  const count = await endSessionsOf(tx, userId);
  // A pending proof would open a session without a new response of the provider.
  await tx.deleteFrom('sso_attempts').where('user_id', '=', userId).execute();
  await appendAuditEvent(
    tx,
    { ...systemOrigin(now, organisationId), ip },
    { action: 'Connections.Logout', target: userName ?? email, targetUserId: userId, details: { connection: name, count } },
  );
}
