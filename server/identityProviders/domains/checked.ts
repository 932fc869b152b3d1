/** Changes the state of a domain after a check of its proof: verified, frozen, contested, moved. */
import type { Updateable } from 'kysely';
import type { DomainFound, DomainResult } from '../../../api/contract/domains.ts';
import { appendAuditEvent, type AuditOrigin } from '../../audit/append.ts';
import type { Transaction } from '../../db/database.ts';
import type { DomainsTable } from '../../db/schema/federation.ts';
import { mailAdministrators } from '../../mail/toAdministrators.ts';
import { lockClaims, PATIENCE_MS, type DomainRow } from './repository.ts';

interface Check {
  readonly origin: AuditOrigin;
  readonly found: DomainFound;
  readonly now: Date;
}

type ChangeAction = 'Prove' | 'Freeze' | 'Thaw' | 'Contest' | 'Settle' | 'Move' | 'Lose';

/** Mails to the administrators of the domain's organisation. */
const mails = {
  Prove: 'domainVerified',
  Freeze: 'domainFrozen',
  Contest: 'domainContested',
  Move: 'domainVerified',
  Lose: 'domainLost',
} as const satisfies Partial<Record<ChangeAction, string>>;

/** Records a check; call it outside of other transactions, as it locks every claim of the name. @returns undefined if the claim is gone */
export async function recordCheck(tx: Transaction, domainId: string, name: string, check: Check): Promise<void> {
  const claims = await lockClaims(tx, name);
  const own = claims.find((row) => row.domain_id === domainId);
  if (!own) return;
  const { found, now } = check;
  await set(tx, own, { checked_at: now, found: JSON.stringify(found) });
  if (found.result === 'noAnswer') return;
  if (found.result === 'found') await proven(tx, own, claims, check);
  else await absent(tx, own, claims, { ...check, result: found.result });
}

async function proven(tx: Transaction, own: DomainRow, claims: readonly DomainRow[], check: Check): Promise<void> {
  const { now } = check;
  const holder = claims.find((row) => row.verified_at !== null);
  if (holder === own) {
    await set(tx, own, { absent_since: null, frozen_at: null });
    if (own.frozen_at !== null) await record(tx, own, 'Thaw', check);
    return;
  }
  const provenAt = own.proven_at ?? now;
  if (!holder) {
    await set(tx, own, { proven_at: provenAt, verified_at: now, absent_since: null });
    await record(tx, own, 'Prove', check);
    return;
  }
  if (isGoneFor(holder, provenAt, now)) {
    await set(tx, holder, { proven_at: null, verified_at: null, contested_at: null, frozen_at: null, absent_since: null });
    await set(tx, own, { proven_at: provenAt, verified_at: now, absent_since: null });
    await record(tx, holder, 'Lose', check);
    await record(tx, own, 'Move', check);
    return;
  }
  await set(tx, own, { proven_at: provenAt });
  if (holder.contested_at !== null) return;
  await set(tx, holder, { contested_at: now });
  await record(tx, holder, 'Contest', check);
}

/** Whether the rival's proof has been there for a week, and the holder's was absent at the last check. */
const isGoneFor = (holder: DomainRow, provenAt: Date, now: Date): boolean =>
  holder.contested_at !== null && holder.absent_since !== null && now.getTime() - provenAt.getTime() >= PATIENCE_MS;

async function absent(
  tx: Transaction,
  own: DomainRow,
  claims: readonly DomainRow[],
  check: Check & { readonly result: DomainResult },
): Promise<void> {
  const { now } = check;
  if (own.verified_at === null) {
    if (own.proven_at === null) return;
    await set(tx, own, { proven_at: null });
    await settle(tx, claims, own, check);
    return;
  }
  const since = own.absent_since ?? now;
  const freezes = own.frozen_at === null && now.getTime() - since.getTime() >= PATIENCE_MS;
  await set(tx, own, { absent_since: since, ...(freezes && { frozen_at: now }) });
  if (freezes) await record(tx, own, 'Freeze', check);
}

/** Ends a contest whose rival has lost the proof or given up. */
export async function settle(
  tx: Transaction,
  claims: readonly DomainRow[],
  gone: DomainRow,
  check: Pick<Check, 'origin' | 'now'>,
): Promise<void> {
  const holder = claims.find((row) => row !== gone && row.contested_at !== null);
  const rivals = claims.filter((row) => row !== gone && row !== holder && row.proven_at !== null);
  if (!holder || rivals.length > 0) return;
  await set(tx, holder, { contested_at: null });
  await record(tx, holder, 'Settle', check);
}

const set = (tx: Transaction, { domain_id: id }: DomainRow, values: Updateable<DomainsTable>) =>
  tx.updateTable('domains').set(values).where('domain_id', '=', id).execute();

/** The event belongs to the domain's organisation, whoever caused the check. */
async function record(
  tx: Transaction,
  { organisation_id: organisationId, name: domain }: DomainRow,
  action: ChangeAction,
  { origin, now }: Pick<Check, 'origin' | 'now'>,
): Promise<void> {
  const by = origin.organisationId === organisationId ? origin : { ...origin, actor: null, ip: null, userAgent: null };
  await appendAuditEvent(tx, by, { action: `Domains.${action}`, target: domain, organisationId });
  if (!(action in mails)) return;
  const { name: organisation } = await tx
    .selectFrom('organisations')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  await mailAdministrators(
    tx,
    organisationId,
    mails[action as keyof typeof mails],
    (userName) => ({ userName, organisation, domain, at: now.toISOString() }),
    now,
  );
}
