/** Refused logins, proofs of identity and links: each is an event of the audit, and an entry among the attempts of its connection. */
import type { AttemptPurpose } from '../../../api/contract/identityProviders.states.ts';
import { appendAuditEvent, type AuditOrigin } from '../../audit/append.ts';
import { MINUTE } from '../../clock.ts';
import type { Queries } from '../../db/database.ts';
import { countHits } from '../../http/throttle.ts';
import { recordOutcome } from './outcomes.ts';
import { Refused } from './refused.ts';
import { findConnection } from '../settings/repository.ts';

/** Maximum recorded for one connection of what anyone can send without having begun a login. */
const MAX_UNBEGUN = 10;
const WINDOW_MS = 15 * MINUTE;

/** A dry run proves nothing. */
const actions: Partial<Record<AttemptPurpose, string>> = {
  login: 'Connections.LogIn',
  stepUp: 'Connections.Confirm',
  link: 'Connections.Link',
};

interface Refusal {
  readonly origin: AuditOrigin;
  readonly connectionId: string;
  readonly purpose: AttemptPurpose;
  /** Who has begun a dry run. */
  readonly begunBy?: string | null | undefined;
}

/** Records why a caller was refused; an error of our own is recorded as such. */
export async function recordRefusal(
  queries: Queries,
  { origin, connectionId, purpose, begunBy }: Refusal,
  error: unknown,
): Promise<void> {
  const { problem = 'server', detail, userId } = error instanceof Refused ? error : {};
  const outcome = { outcome: 'refused', problem, detail, userId, begunBy } as const;
  await recordOutcome(queries, { connectionId, at: origin.at, purpose, ...outcome });
  const action = actions[purpose];
  const connection = action === undefined ? undefined : await findConnection(queries, connectionId);
  if (action === undefined || !connection) return;
  const { organisation_id: organisationId, name } = connection;
  // Administrators do not learn who has an account in another organisation.
  const user = await queries
    .selectFrom('users')
    .select(['user_id', 'user_name'])
    .where('user_id', '=', userId ?? null)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  await appendAuditEvent(queries, origin, {
    action,
    outcome: 'failure',
    target: user?.user_name,
    targetUserId: user?.user_id,
    organisationId,
    details: { reason: problem, connection: name, ...(detail?.code !== undefined && { answer: detail.code }) },
  });
}

/** The same for a caller of whom no begun login is known: only the first ones are recorded. */
export async function recordUnbegun(queries: Queries, refusal: Omit<Refusal, 'purpose'>, error: Refused): Promise<void> {
  const { origin, connectionId } = refusal;
  if (!(await findConnection(queries, connectionId))) return;
  const { hits } = await countHits(queries, `ssoUnbegun:${connectionId}`, WINDOW_MS, origin.at, 1);
  if (hits <= MAX_UNBEGUN) await recordRefusal(queries, { ...refusal, purpose: 'login' }, error);
}
