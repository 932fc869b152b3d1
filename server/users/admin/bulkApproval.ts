/** Asks another administrator to approve that many people are disabled or reset. */
import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { ApprovalDetail, CountedAction } from '../../../api/contract/approvals.ts';
import type { Person } from '../../../api/contract/person.ts';
import {
  isAdministratorAccount,
  isForSystemAdministrators,
  mayEnable,
  mayResetAuthentication,
} from '../../../api/contract/users.policy.ts';
import { appendAuditEvent } from '../../audit/audit.append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { inScopeOf } from '../../db/scope.ts';
import { asTarget, lostRoles } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { asApprovalTarget, oneLine, recordRequest, type ApprovalTarget } from '../../session/approvals.ts';
import type { ApprovableAct } from '../../session/approvals.acts.ts';
import { actorOf, countOthers } from '../../session/approvals.bulk.ts';
import { resetNeeds } from './reset.ts';
import { disableNeeds } from './enablement.ts';

const MAILED_NAMES = 10;

/** What is asked for each of the people; of the single calls the same policies and needs. */
const acts = {
  'Users.Enable': { may: mayEnable, isDue: ({ enabled }: UserRow) => enabled, needsOf: disableNeeds },
  'Users.ResetAuthentication': {
    may: mayResetAuthentication,
    isDue: ({ registered_at: registeredAt }: UserRow) => registeredAt !== null,
    needsOf: resetNeeds,
  },
} as const satisfies Record<CountedAction, unknown>;

function selectUsers(queries: Queries, now: Date) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.organisation_id', 'u.roles', 'u.enabled', 'u.registered_at'])
    .select(['o.house', 'o.four_eyes'])
    .select(lostRoles(now));
}
type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

type BulkCall = CallOf<'Approvals.Bulk'>;

export const askForBulk =
  ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  async (call: BulkCall): Promise<{ needed: boolean; requestId?: string }> => {
    const { body, person, now } = call;
    const isEverywhere = config.FOUR_EYES === 'on';
    if (!isEverywhere && !(await isAskedForAnywhere(db))) return { needed: false };
    return transaction(db, async (tx) => {
      const detail = detailOf(body);
      const { may, isDue, needsOf } = acts[body.action];
      const found = await selectUsers(tx, now)
        .where(inScopeOf(person))
        .where(sql<SqlBool>`u.user_id = ANY (${body.userIds}::uuid[])`)
        .execute();
      const users = found.filter((user) => may(person, asTarget(user)) === null && isDue(user));
      const needs = (user: UserRow) => needsOf(asTarget(user), detail.type);
      const limited = users.filter((user) => isEverywhere || user.four_eyes);
      const isAskedForEach = limited.map(needs).some(({ always, fourEyes }) => always === true || fourEyes);
      if (!isAskedForEach) {
        const ids = limited.map(({ user_id: userId }) => userId);
        if ((await countOthers(tx, actorOf(call), ids, now)) + ids.length <= config.FOUR_EYES_BULK) return { needed: false };
      }
      if (call.origin.onBehalfOf !== null) throw problem('Impersonating');
      const reason = oneLine(body.reason ?? '');
      if (reason === '') throw problem('ReasonRequired');
      const isForSystem = users.some((user) => isForSystemAdministrators(asTarget(user)) || needs(user).systemOnly);
      return { needed: true, requestId: await record(tx, call, users.sort(administratorsFirst), detail, reason, isForSystem) };
    });
  };

async function isAskedForAnywhere(queries: Queries): Promise<boolean> {
  const found = await queries.selectFrom('organisations').select('four_eyes').where('four_eyes', '=', true).limit(1).execute();
  return found.length > 0;
}

const detailOf = ({ action, type }: BulkCall['body']): ApprovalDetail =>
  action === 'Users.Enable' ? { action } : { action, type: type ?? 'All' };

const nameOf = ({ user_name: userName, email }: UserRow): string => userName ?? email;
const rank = (user: UserRow): number => (isAdministratorAccount(asTarget(user)) ? 0 : 1);
const administratorsFirst = (one: UserRow, other: UserRow): number =>
  rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other));

async function record(
  tx: Transaction,
  call: BulkCall,
  users: readonly UserRow[],
  detail: ApprovalDetail,
  reason: string,
  isForSystem: boolean,
): Promise<string> {
  const organisations = new Set(users.map((user) => user.organisation_id));
  const [organisationId = call.person.organisationId] = organisations.size === 1 ? organisations : [];
  const userIds = users.map(({ user_id: userId }) => userId);
  const target: ApprovalTarget = {
    id: idOf(detail, userIds),
    userId: null,
    name: users.slice(0, MAILED_NAMES).map(nameOf).join(', '),
    organisationId,
    state: '',
    systemOnly: isForSystem || organisations.size > 1,
    people: users.length,
  };
  const requestId = await recordRequest(tx, call, target, detail, reason);
  // Of the open request that it replaces, whose id was changed.
  await tx.deleteFrom('approval_targets').where('request_id', '=', requestId).execute();
  const states = users.map((user) => asApprovalTarget(user).state);
  await sql`INSERT INTO approval_targets (request_id, user_id, place, target_state)
    SELECT ${requestId}::uuid, t.user_id, t.place, t.state
      FROM unnest(${userIds}::uuid[], ${states}::text[]) WITH ORDINALITY AS t (user_id, state, place)`.execute(tx);
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    organisationId,
    details: { request: requestId, ...detail, count: users.length, reason },
  });
  return requestId;
}

/** The same for the same act on the same people. */
function idOf(detail: ApprovalDetail, userIds: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([detail, [...userIds].sort()]))
    .digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** Judged are the people whose accounts are as they were; the others are no longer covered. */
export const approvedBulkActs: { readonly 'Approvals.Bulk': ApprovableAct } = {
  'Approvals.Bulk': {
    async lock(tx, _targetId, { action }, now, requestId) {
      if (action === undefined) return undefined;
      const rows = await selectUsers(tx, now)
        .innerJoin('approval_targets as t', 't.user_id', 'u.user_id')
        .select('t.target_state')
        .where('t.request_id', '=', requestId)
        .execute();
      const users = rows.filter((row) => row.target_state === asApprovalTarget(row).state);
      const { may } = acts[action];
      const refusalOf = (person: Person) => users.map((user) => may(person, asTarget(user))).find((refused) => refused !== null);
      return users.length === 0 ? undefined : { name: '', state: '', may: (person) => refusalOf(person) ?? null };
    },
  },
};
