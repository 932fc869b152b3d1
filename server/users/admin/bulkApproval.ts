/** Asks another administrator to approve that many people are disabled or reset. */
import { sql, type SqlBool } from 'kysely';
import type { ApprovalDetail, CountedAction } from '../../../api/contract/approvals.ts';
import { secondPersonFor } from '../../../api/contract/effects.ts';
import type { Person } from '../../../api/contract/person.ts';
import { isAdministratorAccount, mayEnable, mayResetAuthentication } from '../../../api/contract/users.policy.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { inScopeOf } from '../../db/scope.ts';
import { asTarget, lostRoles } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { asApprovalTarget, userActed, type Act, type ApprovableAct, type ApprovalTarget } from '../../operations/acts.ts';
import { countOthers } from '../../operations/counted.ts';
import { oneLine, recordRequest } from '../../operations/request.ts';
import { actorOf } from '../../operations/sponsors.ts';
import { stableId } from '../../operations/stableId.ts';
import { resetActed } from './reset.ts';

const MAILED_NAMES = 10;

const disableActed = (user: UserRow): Omit<Act, 'detail'> => ({ ...userActed(user), effects: ['endsAccess'] });

/** What is asked for each of the people; of the single calls the same policies and effects. */
const acts = {
  'Users.Enable': { may: mayEnable, isDue: ({ enabled }: UserRow) => enabled, actOn: disableActed },
  'Users.ResetAuthentication': {
    may: mayResetAuthentication,
    isDue: ({ registered_at: registeredAt }: UserRow) => registeredAt !== null,
    actOn: resetActed,
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
      const { may, isDue, actOn } = acts[body.action];
      const found = await selectUsers(tx, now)
        .where(inScopeOf(person))
        .where(sql<SqlBool>`u.user_id = ANY (${body.userIds}::uuid[])`)
        .execute();
      const users = found.filter((user) => may(person, asTarget(user)) === null && isDue(user));
      const actsOn = users.map((user) => actOn(user, detail.type));
      const limited = users.filter((user) => isEverywhere || user.four_eyes);
      const isAskedForEach = limited
        .map((user) => actOn(user, detail.type))
        .map(({ effects, concerned }) => secondPersonFor(effects, concerned))
        .some(({ always, fourEyes }) => always || fourEyes);
      if (!isAskedForEach) {
        const ids = limited.map(({ user_id: userId }) => userId);
        if ((await countOthers(tx, actorOf(call), ids, now)) + ids.length <= config.FOUR_EYES_BULK) return { needed: false };
      }
      if (call.origin.onBehalfOf !== null) throw problem('Impersonating');
      const reason = oneLine(body.reason ?? '');
      if (reason === '') throw problem('ReasonRequired');
      const isForSystem = actsOn.some(
        ({ target, effects, concerned, systemOnly }) =>
          target.systemOnly || systemOnly === true || secondPersonFor(effects, concerned).systemOnly,
      );
      return { needed: true, requestId: await record(tx, call, users.sort(administratorsFirst), detail, reason, isForSystem) };
    });
  };

async function isAskedForAnywhere(queries: Queries): Promise<boolean> {
  const found = await queries.selectFrom('organisations').select('four_eyes').where('four_eyes', '=', true).limit(1).execute();
  return found.length > 0;
}

const detailOf = ({ action, type }: BulkCall['body']): ApprovalDetail =>
  action === 'Users.Enable' ? { action, enabled: false } : { action, type: type ?? 'All' };

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
    id: stableId(detail, [...userIds].sort()),
    userId: null,
    name: users.slice(0, MAILED_NAMES).map(nameOf).join(', '),
    organisationId,
    state: '',
    systemOnly: isForSystem || organisations.size > 1,
    people: users.length,
  };
  const { effects } = acts[call.body.action].actOn(users[0] as UserRow, detail.type);
  const requestId = await recordRequest(tx, call, { target, detail, effects }, reason);
  // Of the open request that it replaces, whose id was changed.
  await tx.deleteFrom('operation_targets').where('operation_id', '=', requestId).execute();
  const states = users.map((user) => asApprovalTarget(user).state);
  await sql`INSERT INTO operation_targets (operation_id, user_id, place, target_state)
    SELECT ${requestId}::uuid, t.user_id, t.place, t.state
      FROM unnest(${userIds}::uuid[], ${states}::text[]) WITH ORDINALITY AS t (user_id, state, place)`.execute(tx);
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    organisationId,
    details: { request: requestId, ...detail, count: users.length, reason },
  });
  return requestId;
}

/** Judged are the people whose accounts are as they were; the others are no longer covered. */
export const approvedBulkActs: { readonly 'Approvals.Bulk': ApprovableAct } = {
  'Approvals.Bulk': {
    async lock(tx, _targetId, { action }, now, requestId) {
      if (action === undefined) return undefined;
      const rows = await selectUsers(tx, now)
        .innerJoin('operation_targets as t', 't.user_id', 'u.user_id')
        .select('t.target_state')
        .where('t.operation_id', '=', requestId)
        .execute();
      const users = rows.filter((row) => row.target_state === asApprovalTarget(row).state);
      const { may } = acts[action];
      const refusalOf = (person: Person) => users.map((user) => may(person, asTarget(user))).find((refused) => refused !== null);
      return users.length === 0 ? undefined : { name: '', state: '', may: (person) => refusalOf(person) ?? null };
    },
  },
};
