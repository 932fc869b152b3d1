/** Identity providers of an organisation: added, changed and deleted by its administrators. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Updateable } from 'kysely';
import type { Connection, ConnectionAttempt } from '../../../api/contract/identityProviders.shapes.ts';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import type { ConnectionsTable } from '../../db/schema/federation.ts';
import { connectionSecretContext } from '../../encryption/storedSecrets.ts';
import { lockOrganisation, requireOrganisation } from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import { mapChange } from '../logIn/membership.ts';
import { issuerOf } from './issuer.ts';
import { findOutcomes } from '../logIn/outcomes.ts';
import type { GroupRooms } from '../dependencies.ts';
import { ensureOwnKeys } from '../saml/ownKeys.ts';
import { readSettings } from '../saml/settings.ts';
import { storeMetadata } from '../saml/source.ts';
import {
  lockConnection,
  presentConnection,
  presented,
  requireConnection,
  selectPresented,
  type ConnectionRow,
} from './repository.ts';
import { requireSystemAdministratorFor, trustOf, unbindDirectory } from './trust.ts';

type Dependencies = Pick<Context, 'db' | 'config' | 'publicUrl' | 'keyring'>;

export async function listConnections(
  context: Dependencies,
  { person, params }: CallOf<'Connections.List'>,
): Promise<Connection[]> {
  const { organisation_id: organisationId } = await requireOrganisation(context.db, person, params.organisationPublicId);
  const rows = await selectPresented(context.db)
    .where('c.organisation_id', '=', organisationId)
    .orderBy('c.created_at')
    .execute();
  return rows.map((row) => presentConnection(context, row));
}

export async function listAttempts({ db }: Dependencies, call: CallOf<'Connections.Attempts'>): Promise<ConnectionAttempt[]> {
  const { connection_id: connectionId } = await requireConnection(db, call);
  return findOutcomes(db, connectionId);
}

const nameTaken = () => problem('ConnectionNameTaken', { fields: { name: { problem: 'ConnectionNameTaken' } } });

/** @throws ConnectionNameTaken, TooManyConnections, Invalid for an issuer that can't be one */
export async function createConnection(
  context: Dependencies,
  fetch: OutboundFetch,
  call: CallOf<'Connections.Create'>,
): Promise<Connection> {
  const { person, params, origin, now } = call;
  const { kind = 'openid', ...body } = call.body;
  const connectionId = randomUUID();
  await requireOrganisation(context.db, person, params.organisationPublicId);
  const metadata = await readSettings(fetch, kind, body, now);
  if (kind === 'saml') await ensureOwnKeys(context.db, context.keyring, now);
  return withUnique({ connections_name: nameTaken }, () =>
    transaction(context.db, async (tx) => {
      const { organisation_id: organisationId } = await lockOrganisation(tx, person, params.organisationPublicId);
      const connections = await countConnections(tx, organisationId);
      if (connections >= context.config.LIMIT_CONNECTIONS) throw problem('TooManyConnections');
      requireSystemAdministratorFor(person, body);
      const matchesDirectory = body.matchesDirectory ?? connections === 0;
      if (matchesDirectory) await unbindDirectory(tx, organisationId);
      await tx
        .insertInto('connections')
        .values({
          connection_id: connectionId,
          organisation_id: organisationId,
          kind,
          name: body.name,
          vendor: body.vendor,
          issuer: body.issuer == null ? null : issuerOf(body.issuer, body.vendor),
          client_id: body.clientId ?? null,
          client_secret: encrypted(context, connectionId, body.clientSecret) ?? null,
          ...trustOf(body),
          matches_directory: matchesDirectory,
          created_by: person.userId,
          created_at: now,
        })
        .execute();
      if (metadata) await storeMetadata(tx, connectionId, metadata);
      await appendAuditEvent(tx, origin, {
        action: call.name,
        target: body.name,
        organisationId,
        details: { kind, ...told(body) },
      });
      return presented(context, tx, connectionId);
    }),
  );
}

/**
 * A connection that is on can't be changed, as its settings were approved when it was enabled. @throws ConnectionEnabled,
 * ConnectionNameTaken, NotFound, Invalid
 */
export async function updateConnection(
  context: Dependencies,
  fetch: OutboundFetch,
  call: CallOf<'Connections.Update'>,
): Promise<Connection> {
  const { person, body, origin, now } = call;
  const { name, clientSecret, ...trusted } = body;
  const isTrusted = Object.keys(trusted).length > 0;
  const { kind, enabled } = await requireConnection(context.db, call);
  if (enabled && isTrusted) throw problem('ConnectionEnabled');
  const metadata = await readSettings(fetch, kind, body, now);
  return withUnique({ connections_name: nameTaken }, () =>
    transaction(context.db, async (tx) => {
      const { organisation, row } = await lockConnection(tx, call);
      const organisationId = organisation.organisation_id;
      if (row.enabled && isTrusted) throw problem('ConnectionEnabled');
      requireSystemAdministratorFor(person, body);
      const secret = encrypted(context, row.connection_id, clientSecret);
      if (row.enabled && secret === null) throw problem('ConnectionEnabled');
      if (body.matchesDirectory) await unbindDirectory(tx, organisationId);
      const trust = { ...providerOf(row, trusted), ...trustOf(trusted) };
      const isOther = metadata !== undefined || secret !== undefined || !isDeepStrictEqual({ ...row, ...trust }, row);
      await tx
        .updateTable('connections')
        .set({
          ...(name !== undefined && { name }),
          ...(secret !== undefined && { client_secret: secret }),
          ...trust,
          // A system administrator has said it of the provider as it was.
          ...(!isSystemAdmin(person) && isOther && { administrator_mfa: false }),
          version: sql`version + 1`,
        })
        .where('connection_id', '=', row.connection_id)
        .execute();
      if (metadata) await storeMetadata(tx, row.connection_id, metadata);
      const target = name ?? row.name;
      await appendAuditEvent(tx, origin, { action: call.name, target, organisationId, details: told(body) });
      return presented(context, tx, row.connection_id);
    }),
  );
}

/** @throws ConnectionEnabled, NotFound */
export async function deleteConnection(
  { db }: Dependencies,
  groups: GroupRooms,
  call: CallOf<'Connections.Delete'>,
): Promise<void> {
  const { origin, now } = call;
  await transaction(db, async (tx) => {
    const { organisation, row } = await lockConnection(tx, call);
    const organisationId = organisation.organisation_id;
    if (row.enabled) throw problem('ConnectionEnabled');
    await groups.drop(tx, row.connection_id, mapChange(origin, row.name, now));
    await tx.deleteFrom('connections').where('connection_id', '=', row.connection_id).execute();
    await appendAuditEvent(tx, origin, { action: call.name, target: row.name, organisationId });
  });
}

type Body = CallOf<'Connections.Update'>['body'];

function providerOf(row: ConnectionRow, { vendor = row.vendor, issuer, clientId }: Body): Updateable<ConnectionsTable> {
  const wanted = issuer === undefined ? row.issuer : issuer;
  return {
    vendor,
    issuer: wanted === null ? null : issuerOf(wanted, vendor),
    ...(clientId !== undefined && { client_id: clientId }),
  };
}

/** The details for the audit: of a secret and of metadata they only say that there is a new one. */
const told = ({ clientSecret, metadata, ...others }: Body) => ({
  ...others,
  ...(clientSecret !== undefined && { newSecret: true }),
  ...(metadata !== undefined && { newMetadata: true }),
});

/** Undefined: the secret stays as it was. */
const encrypted = ({ keyring }: Dependencies, connectionId: string, secret: string | null | undefined) =>
  secret == null ? secret : keyring.encrypt(connectionSecretContext(connectionId), secret);

async function countConnections(tx: Transaction, organisationId: string): Promise<number> {
  const { connections } = await tx
    .selectFrom('connections')
    .select(sql<number>`count(*)::int`.as('connections'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return connections;
}
