/** Finds and lifts MFA requirements that differ from the organisation's rule. */
import { sql } from 'kysely';
import { inScope, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { mayExemptFromMfa, mayRequireMfa } from '../../api/contract/users.policy.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { userActed, type Act, type Approval } from '../approvals/acts.ts';
import { stableId } from '../approvals/stableId.ts';
import { asTarget } from '../db/target.ts';
import { administrator } from '../accounts/author.ts';
import { setMfaRequirement } from '../accounts/credentials.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { selectState, type MfaState } from './repository.ts';

const SHOWN_NAMES = 10;

export type RuleCall = Pick<CallOf<'Mfa.Require'>, 'person' | 'origin' | 'now'>;

/** The users whose requirement differs from the organisation's rule, and the number affected by a change of it. @throws NotFound */
export async function findOverridden(queries: Queries, person: Person, organisationId: string) {
  const organisation = await queries
    .selectFrom('organisations')
    .select('mfa_required')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation || !inScope(person, organisationId)) throw problem('NotFound');
  const mfaRequired = organisation.mfa_required;
  const members = queries.selectFrom('users').where('organisation_id', '=', organisationId);
  const [rows, { people }] = await Promise.all([
    members.select('user_id').where('mfa_required_override', '=', !mfaRequired).execute(),
    members
      .select(sql<number>`count(*)::int`.as('people'))
      .where('mfa_enrolled', '=', false)
      .where('registered', '=', true)
      .where('enabled', '=', true)
      .where('mfa_required_override', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { mfaRequired, withoutMfa: people, userIds: rows.map((row) => row.user_id) };
}

export const lockUsers = (tx: Transaction, userIds: readonly string[], now: Date): Promise<MfaState[]> =>
  selectState(tx, now).where('u.user_id', '=', anyOf(userIds)).orderBy('u.user_id').forUpdate('u').execute();

export async function resetOverrides(
  tx: Transaction,
  call: RuleCall,
  reset: readonly MfaState[],
  approval: Approval,
): Promise<number> {
  await setMfaRequirement(tx, administrator(call), reset, null);
  for (const [organisationId, people] of Map.groupBy(reset, (state) => state.organisation_id))
    await appendAuditEvent(tx, call.origin, {
      action: 'Mfa.OrganizationDefaultReset',
      organisationId,
      details: { reset: people.length, userNames: people.map(nameOf), ...approval },
    });
  return reset.length;
}

export const nameOf = (state: MfaState): string => state.user_name ?? state.email;
export const stateOf = (states: readonly MfaState[]): string =>
  JSON.stringify(states.map((state) => [state.user_id, state.mfa_required_override, state.mfa_required]));

/** Users who lose their own requirement, and whom the organisation's rule does not cover, become exempt. */
export function actOfReset(actor: Person, reset: readonly MfaState[]): Act {
  const exempted = reset.filter((state) => state.mfa_required_override === true && !state.mfa_required);
  const userIds = reset.map((state) => state.user_id);
  const organisations = new Set(reset.map((state) => state.organisation_id));
  const [organisationId = actor.organisationId] = organisations;
  return {
    target: {
      id: stableId('Mfa.OrganizationDefaultReset', userIds),
      userId: null,
      name: reset.slice(0, SHOWN_NAMES).map(nameOf).join(', '),
      organisationId,
      state: stateOf(reset),
      systemOnly: organisations.size > 1 || reset.some((state) => userActed(state).target.systemOnly),
    },
    effects: exempted.length > 0 ? ['changesRule'] : [],
    detail: { userNames: reset.map((state) => `${state.display_name} (${nameOf(state)})`), userIds },
  };
}

export async function lockOverridden(
  tx: Transaction,
  call: CallOf<'Mfa.OrganizationDefaultReset'>,
  userIds: Set<string> | undefined,
): Promise<MfaState[]> {
  const states = await selectState(tx, call.now)
    .$if(userIds !== undefined, (query) => query.where('u.user_id', '=', anyOf([...(userIds ?? [])])))
    .$if(userIds === undefined, (query) =>
      query.where('u.organisation_id', '=', call.person.organisationId).where('u.mfa_required_override', 'is not', null),
    )
    .orderBy('u.user_id')
    .forUpdate('u')
    .execute();
  if (userIds === undefined) return states;
  const refused = states.map((state) => mayReset(call.person, state)).find((code) => code !== null);
  if (refused || states.length < userIds.size) throw problem(refused ?? 'NotFound');
  return states.filter((state) => state.mfa_required_override !== null);
}

/** Whether the actor may reset the user: under a rule that does not require MFA, a reset exempts the user. */
export const mayReset = (actor: Person, state: MfaState): ProblemCode | null =>
  (state.mfa_required_override === true && !state.mfa_required ? mayExemptFromMfa : mayRequireMfa)(actor, asTarget(state));

const anyOf = (userIds: readonly string[]) => sql<string>`any(${userIds}::uuid[])`;
