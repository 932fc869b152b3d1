/** SQL of connections, and how they are shown. */
import { sql, type Selectable } from 'kysely';
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import { program, type Author } from '../../accounts/author.ts';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { ConnectionsTable } from '../../db/schema/federation.ts';
import {
  lockAnyOrganisation,
  lockOrganisation,
  requireOrganisation,
  type AdministeredOrganisation,
} from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { startPath } from '../../session/providerRule.ts';
import { findLinked, requireEqual, type LinkedUsers } from './linked.ts';
import { samlAddresses } from '../saml/paths.ts';

export type ConnectionRow = Selectable<ConnectionsTable>;

/** Who looks after a connection answers for the accounts that it opens. */
export const authorOf = (
  { name, created_by: maker, enabled_by: enabler }: Pick<ConnectionRow, 'name' | 'created_by' | 'enabled_by'>,
  now: Date,
): Author => program(name, [maker, enabler], now);

export const selectConnections = (queries: Queries) => queries.selectFrom('connections as c').selectAll('c');

export async function findConnection(queries: Queries, connectionId: string): Promise<ConnectionRow | undefined> {
  return isId(connectionId)
    ? selectConnections(queries).where('c.connection_id', '=', connectionId).executeTakeFirst()
    : undefined;
}

/** Locks a connection, so that it is neither changed nor deleted before the transaction is over. */
export const holdConnection = (tx: Transaction, connectionId: string): Promise<ConnectionRow | undefined> =>
  selectConnections(tx).where('c.connection_id', '=', connectionId).forShare().executeTakeFirst();

type ConnectionCall = Pick<CallOf<'Connections.Attempts'>, 'person' | 'params'>;
type LockingCall = Pick<CallOf<'Connections.Attempts'>, 'person' | 'params' | 'now'>;

const selectOwn = (queries: Queries, organisationId: string, connectionId: string) =>
  selectConnections(queries).where('c.connection_id', '=', connectionId).where('c.organisation_id', '=', organisationId);

/** @throws NotFound, also for a connection of another organisation */
export async function requireConnection(queries: Queries, { person, params }: ConnectionCall): Promise<ConnectionRow> {
  const { organisation_id: organisationId } = await requireOrganisation(queries, person, params.organisationPublicId);
  const row = await selectOwn(queries, organisationId, params.connectionId).executeTakeFirst();
  if (!row) throw problem('NotFound');
  return row;
}

/** The connection, locked until the end of the transaction. */
export interface LockedConnection {
  readonly organisation: AdministeredOrganisation;
  readonly row: ConnectionRow;
  readonly linked: LinkedUsers;
}

/** @throws NotFound, also for a connection of another organisation; Forbidden for one that opens accounts beyond it */
export async function lockConnection(tx: Transaction, { person, params, now }: LockingCall): Promise<LockedConnection> {
  const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
  const row = await selectOwn(tx, organisation.organisation_id, params.connectionId).forUpdate().executeTakeFirst();
  if (!row) throw problem('NotFound');
  const linked = await findLinked(tx, row.connection_id, now);
  requireEqual(person, linked);
  return { organisation, row, linked };
}

/** Locks any connection, for an act that another administrator has approved. */
export async function lockAnyConnection(
  tx: Transaction,
  organisationId: string,
  connectionId: string,
  now: Date,
): Promise<LockedConnection | undefined> {
  const organisation = await lockAnyOrganisation(tx, organisationId);
  const row = organisation && (await selectOwn(tx, organisationId, connectionId).forUpdate().executeTakeFirst());
  return row && { organisation, row, linked: await findLinked(tx, connectionId, now) };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isId = (text: string): boolean => UUID.test(text);

export const callbackPath = (connectionId: string): string => `/sso/oidc/${connectionId}/callback`;
export const logoutPath = (connectionId: string): string => `/sso/oidc/${connectionId}/logout`;
export const revocationPath = (connectionId: string): string => `/sso/revoke/${connectionId}`;

export const selectPresented = (queries: Queries) =>
  selectConnections(queries).select([
    sql<number>`(SELECT count(*)::int FROM identities i WHERE i.connection_id = c.connection_id)`.as('linked'),
    sql<Date | null>`(SELECT max(i.last_login_at) FROM identities i WHERE i.connection_id = c.connection_id)`.as('last_login_at'),
    sql<StoredCertificate[]>`(SELECT coalesce(json_agg(json_build_object('fingerprint', fingerprint,
        'notBefore', not_before, 'notAfter', not_after) ORDER BY not_after), '[]')
      FROM connection_certificates k WHERE k.connection_id = c.connection_id)`.as('certificates'),
    sql<OurCertificate[]>`(SELECT coalesce(json_agg(json_build_object('fingerprint', fingerprint, 'notBefore', not_before,
        'notAfter', not_after, 'isNext', state = 'next', 'pem', certificate) ORDER BY state), '[]')
      FROM saml_keys WHERE c.kind = 'saml' AND state <> 'former')`.as('our_certificates'),
  ]);

interface StoredCertificate {
  readonly fingerprint: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

interface OurCertificate extends StoredCertificate {
  readonly isNext: boolean;
  readonly pem: string;
}

type PresentedRow = Awaited<ReturnType<ReturnType<typeof selectPresented>['executeTakeFirstOrThrow']>>;

export function presentConnection({ publicUrl }: Pick<Context, 'publicUrl'>, row: PresentedRow): Connection {
  const address = (path: string) => new URL(path, publicUrl()).href;
  const saml = samlAddresses(publicUrl(), row.connection_id);
  return {
    connectionId: row.connection_id,
    kind: row.kind,
    vendor: row.vendor,
    name: row.name,
    enabled: row.enabled,
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.client_secret !== null,
    mfaTrust: row.mfa_trust,
    mfaValues: row.mfa_values,
    createsUsers: row.creates_users,
    administratorMfa: row.administrator_mfa,
    matchesDirectory: row.matches_directory,
    groupsClaim: row.groups_claim,
    saml: row.kind === 'saml' ? samlOf(row) : null,
    ours: {
      redirectUri: address(callbackPath(row.connection_id)),
      backchannelLogoutUri: address(logoutPath(row.connection_id)),
      revocationUri: address(revocationPath(row.connection_id)),
      startUrl: address(startPath(row.connection_id)),
      entityId: saml.entityId,
      metadataUrl: saml.entityId,
      acsUrl: saml.consumer,
      sloUrl: saml.logout,
    },
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    linked: row.linked,
  };
}

const samlOf = (row: PresentedRow): NonNullable<Connection['saml']> => ({
  metadataUrl: row.metadata_url,
  readAt: row.metadata_at?.toISOString() ?? null,
  problem: row.metadata_problem,
  ssoUrl: row.sso_url,
  sloUrl: row.slo_url,
  certificates: row.certificates.map(certificateOf),
  ourCertificates: row.our_certificates.map(({ isNext, pem, ...certificate }) => ({
    ...certificateOf(certificate),
    isNext,
    pem,
  })),
});

const certificateOf = ({ fingerprint, notBefore, notAfter }: StoredCertificate) => ({
  fingerprint,
  notBefore: new Date(notBefore).toISOString(),
  notAfter: new Date(notAfter).toISOString(),
});

export const presented = async (
  context: Pick<Context, 'publicUrl'>,
  tx: Transaction,
  connectionId: string,
): Promise<Connection> =>
  presentConnection(context, await selectPresented(tx).where('c.connection_id', '=', connectionId).executeTakeFirstOrThrow());
