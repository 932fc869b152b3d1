/** Reads the metadata of SAML providers again, by hand and once a day: a provider publishes a new key there before it signs with it. */
import { sql } from 'kysely';
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import { appendAuditEvent, systemOrigin, type AuditOrigin } from '../../audit/append.ts';
import { addMs, DAY } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Db, type Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import type { ConnectionRow } from '../settings/repository.ts';
import { presented, requireConnection } from '../settings/repository.ts';
import { findFingerprints } from './certificates.ts';
import { storeMetadata, takeAddress } from './source.ts';

const BATCH = 20;

/** Does nothing for pasted metadata, and for OpenID Connect. @throws NotFound */
export async function refreshConnection(
  context: Pick<Context, 'db' | 'publicUrl'>,
  fetch: OutboundFetch,
  call: CallOf<'Connections.RefreshMetadata'>,
): Promise<Connection> {
  const row = await requireConnection(context.db, call);
  await refresh(context.db, fetch, row, call.now);
  return transaction(context.db, async (tx) => {
    await record(tx, row, call.origin);
    return presented(context, tx, row.connection_id);
  });
}

/** Every process may call it at any time: each connection is taken by one of them. */
export async function refreshMetadata(db: Db, fetch: OutboundFetch, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<ConnectionRow>`
      UPDATE connections SET metadata_at = ${now} WHERE connection_id IN (
        SELECT connection_id FROM connections WHERE metadata_url IS NOT NULL AND metadata_at <= ${addMs(now, -DAY)}
         ORDER BY metadata_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING *`.execute(db);
    for (const row of rows) await refresh(db, fetch, row, now, (tx) => record(tx, row, systemOrigin(now, row.organisation_id)));
    if (rows.length < BATCH) return;
  }
}

const record = (tx: Transaction, { name, organisation_id: organisationId }: ConnectionRow, origin: AuditOrigin) =>
  appendAuditEvent(tx, origin, { action: 'Connections.RefreshMetadata', target: name, organisationId });

async function refresh(
  db: Db,
  fetch: OutboundFetch,
  row: ConnectionRow,
  now: Date,
  changed: (tx: Transaction) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (row.metadata_url === null) return;
  const taken = await takeAddress(fetch, row.metadata_url, now, row.issuer === null ? undefined : row);
  await transaction(db, async (tx) => {
    // The metadata is the wrong one for a connection that was changed meanwhile.
    const held = await tx
      .selectFrom('connections')
      .select('connection_id')
      .where('connection_id', '=', row.connection_id)
      .where('version', '=', row.version)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    const before = (await findFingerprints(tx, row.connection_id)).join();
    await storeMetadata(tx, row.connection_id, taken);
    if ((await findFingerprints(tx, row.connection_id)).join() !== before) await changed(tx);
  });
}
