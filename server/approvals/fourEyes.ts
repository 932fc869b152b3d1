/** Whether an administrator may do an act, or an operation on many users, without a second person. */
import { sql, type SqlBool } from 'kysely';
import { secondPersonFor } from '../../api/contract/effects.ts';
import type { ReplyOf } from '../../api/contract/index.ts';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { Config } from '../config/config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { Act, AskingCall } from './acts.ts';
import { countOthers, countUsers } from './fourEyesCount.ts';
import { actorOf } from './sponsors.ts';

export type FourEyesConfig = Pick<Config, 'FOUR_EYES' | 'FOUR_EYES_BULK'>;

/** @param organisationIds organisations that the act concerns */
export async function requiresFourEyes(
  config: Pick<Config, 'FOUR_EYES'>,
  queries: Queries,
  ...organisationIds: readonly string[]
): Promise<boolean> {
  if (config.FOUR_EYES === 'on') return true;
  const found = await queries
    .selectFrom('organisations')
    .select('organisation_id')
    .where(sql<SqlBool>`organisation_id = ANY (${organisationIds}::uuid[])`)
    .where('four_eyes', '=', true)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Where two pairs of eyes are required, among the organisations in the administrator's reach. */
export async function ruleFor(
  config: Pick<Config, 'FOUR_EYES'>,
  queries: Queries,
  person: Person,
): Promise<ReplyOf<'Approvals.Count'>['rule']> {
  if (config.FOUR_EYES === 'on') return 'everywhere';
  const found = await queries
    .selectFrom('organisations')
    .select('organisation_id')
    .where('four_eyes', '=', true)
    .$if(!isSystemAdmin(person), (query) => query.where('organisation_id', '=', person.organisationId))
    .limit(1)
    .executeTakeFirst();
  return found ? 'some' : 'none';
}

/** Counts the users of the act if it is one of those that count. */
export async function isAllowedAlone(
  config: FourEyesConfig,
  tx: Transaction,
  call: Pick<AskingCall, 'person' | 'session' | 'now'>,
  { target, effects, concerned, otherOrganisationId, userIds }: Omit<Act, 'detail'>,
): Promise<boolean> {
  const rule = secondPersonFor(effects, concerned);
  if (rule.always) return false;
  if (effects.length === 0) return true;
  const organisations = [target.organisationId, ...(otherOrganisationId === undefined ? [] : [otherOrganisationId])];
  if (!(await requiresFourEyes(config, tx, ...organisations))) return true;
  if (rule.fourEyes) return false;
  return !rule.counted || countUsers(config, tx, call, userIds ?? (target.userId === null ? [] : [target.userId]));
}

/** Reads the count, and adds nothing to it: each user is counted when the operation comes to them. */
export async function needsSecondPerson<User extends { readonly user_id: string; readonly four_eyes: boolean }>(
  config: FourEyesConfig,
  queries: Queries,
  call: Pick<AskingCall, 'person' | 'session' | 'now'>,
  kind: { readonly actOn: (user: User) => Omit<Act, 'detail'>; readonly otherFourEyes?: boolean },
  users: readonly User[],
): Promise<boolean> {
  const judged = users.map((user) => {
    const { effects, concerned } = kind.actOn(user);
    return { user, ...secondPersonFor(effects, concerned) };
  });
  if (judged.some(({ always }) => always)) return true;
  const limited = judged.filter(({ user }) => config.FOUR_EYES === 'on' || kind.otherFourEyes === true || user.four_eyes);
  if (limited.some(({ fourEyes }) => fourEyes)) return true;
  const counted = limited.filter(({ counted: isCounted }) => isCounted).map(({ user }) => user.user_id);
  if (counted.length === 0) return false;
  return (await countOthers(queries, actorOf(call), counted, call.now)) + counted.length > config.FOUR_EYES_BULK;
}
