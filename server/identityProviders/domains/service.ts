/** An organisation claims domains, proves them and gives them up. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Domain } from '../../../api/contract/domains.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { lockOrganisation, requireOrganisation } from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { giveBack, limitOf, throttle } from '../../http/throttle.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import { randomToken } from '../../session/tokens.ts';
import { recordCheck, settle } from './checked.ts';
import { lookForRecord, type ResolveTxt } from './dns.ts';
import { lockClaims, presentDomain, selectDomains } from './repository.ts';

type Database = Pick<Context, 'db'>;
type Limited = Pick<Context, 'db' | 'config'>;

export async function listDomains({ db }: Database, { person, params }: CallOf<'Domains.List'>): Promise<Domain[]> {
  const { organisation_id: organisationId } = await requireOrganisation(db, person, params.organisationPublicId);
  const rows = await selectDomains(db).where('organisation_id', '=', organisationId).orderBy('name').execute();
  return rows.map(presentDomain);
}

/** The reply does not reveal whether another organisation has the domain: only a proof does. @throws DomainTaken, TooManyDomains */
export async function addDomain({ db, config }: Limited, call: CallOf<'Domains.Add'>): Promise<Domain> {
  const { person, params, body, origin, now } = call;
  const name = nameKey(`x@${body.domain}`).slice(2);
  const taken = () => problem('DomainTaken', { fields: { domain: { problem: 'DomainTaken' } } });
  return withUnique({ domains_organisation: taken }, () =>
    transaction(db, async (tx) => {
      const { organisation_id: organisationId } = await lockOrganisation(tx, person, params.organisationPublicId);
      if ((await countDomains(tx, organisationId)) >= config.LIMIT_DOMAINS) throw problem('TooManyDomains');
      const row = await tx
        .insertInto('domains')
        .values({
          domain_id: randomUUID(),
          organisation_id: organisationId,
          name,
          token: randomToken(20),
          created_by: person.userId,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await appendAuditEvent(tx, origin, { action: call.name, target: name, organisationId });
      return presentDomain(row);
    }),
  );
}

/** DNS is asked outside of a transaction. @throws NotFound, TooManyRequests */
export async function verifyDomain(
  { db, config }: Limited,
  resolve: ResolveTxt,
  call: CallOf<'Domains.Verify'>,
): Promise<Domain> {
  const { person, params, origin, now } = call;
  const { organisation_id: organisationId } = await requireOrganisation(db, person, params.organisationPublicId);
  const find = () =>
    selectDomains(db).where('domain_id', '=', params.domainId).where('organisation_id', '=', organisationId).executeTakeFirst();
  const row = await find();
  if (!row) throw problem('NotFound');
  const limit = limitOf(config, 'LIMIT_DOMAIN_CHECKS', organisationId);
  await throttle(db, limit, now);
  const found = await lookForRecord(resolve, row.name, row.token);
  await transaction(db, async (tx) => {
    await recordCheck(tx, row.domain_id, row.name, { origin: { ...origin, organisationId }, found, now });
    await appendAuditEvent(tx, origin, {
      action: call.name,
      target: row.name,
      organisationId,
      details: { result: found.result },
    });
  });
  if (found.result === 'found') await giveBack(db, limit.bucket, now);
  const checked = await find();
  if (!checked) throw problem('NotFound');
  return presentDomain(checked);
}

/** @throws NotFound */
export async function deleteDomain({ db }: Database, call: CallOf<'Domains.Delete'>): Promise<void> {
  const { person, params, origin, now } = call;
  await transaction(db, async (tx) => {
    const { organisation_id: organisationId } = await lockOrganisation(tx, person, params.organisationPublicId);
    const wanted = await selectDomains(tx).where('domain_id', '=', params.domainId).executeTakeFirst();
    const claims = await lockClaims(tx, wanted?.name ?? '');
    const own = claims.find((row) => row.domain_id === params.domainId && row.organisation_id === organisationId);
    if (!own) throw problem('NotFound');
    await tx.deleteFrom('domains').where('domain_id', '=', own.domain_id).execute();
    await settle(tx, claims, own, { origin: { ...origin, organisationId }, now });
    await appendAuditEvent(tx, origin, { action: call.name, target: own.name, organisationId });
  });
}

async function countDomains(tx: Transaction, organisationId: string): Promise<number> {
  const { domains } = await tx
    .selectFrom('domains')
    .select(sql<number>`count(*)::int`.as('domains'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return domains;
}
