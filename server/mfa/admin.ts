/** Administration of other users' MFA: requiring it, issuing a recovery code, resetting to the organisation's rule. */
import type { ReplyOf } from '../../api/contract/index.ts';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { mayExemptFromMfa, mayIssueRecoveryCode, mayRequireMfa, type Target } from '../../api/contract/users.policy.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { asApprovalTarget, userActed, type Act, type ApprovableActs, type Approval } from '../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../approvals/request.ts';
import { asTarget } from '../db/target.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { administrator } from '../accounts/author.ts';
import { remindOfMfa, setMfaRequirement } from '../accounts/credentials.ts';
import { issueCode } from '../accounts/recoveryCodes.ts';
import {
  actOfReset,
  findOverridden,
  lockOverridden,
  lockUsers,
  mayReset,
  nameOf,
  resetOverrides,
  stateOf,
  type RuleCall,
} from './overrides.ts';
import { lockState, selectState, type MfaState } from './repository.ts';

type Policy = (actor: Person, target: Target) => ProblemCode | null;

const lockUser =
  (may: Policy): ApprovableActs<'Mfa.Require'>['Mfa.Require']['lock'] =>
  async (tx, userId, _detail, now) => {
    const user = await lockState(tx, userId, now);
    if (!user) return undefined;
    const { name, state } = asApprovalTarget(user);
    return { name, state, may: (person) => may(person, asTarget(user)) };
  };

export const approvedMfaActs: ApprovableActs<'Mfa.RecoveryFor' | 'Mfa.Require' | 'Mfa.OrganizationDefaultReset'> = {
  /** The requester repeats the call, as the code is for them. */
  'Mfa.RecoveryFor': { lock: lockUser(mayIssueRecoveryCode) },
  'Mfa.Require': {
    lock: lockUser(mayExemptFromMfa),
    carryOut: async (tx, call, { targetId }) => {
      const state = await lockState(tx, targetId, call.now);
      if (state) await setRequirement(tx, call, state, false, call.approval);
    },
  },
  'Mfa.OrganizationDefaultReset': {
    lock: async (tx, _id, { userIds = [] }, now) => {
      const states = await lockUsers(tx, userIds, now);
      const refusalOf = (person: Person) => states.map((state) => mayReset(person, state)).find((refused) => refused !== null);
      return { name: states.map(nameOf).join(', '), state: stateOf(states), may: (person) => refusalOf(person) ?? null };
    },
    carryOut: async (tx, call, { detail: { userIds = [] } }) =>
      resetOverrides(tx, call, await lockUsers(tx, userIds, call.now), call.approval),
  },
};

export function adminMfa({ db, config }: Context) {
  return {
    async require(call: CallOf<'Mfa.Require'>): Promise<void> {
      const { required } = call.body;
      const approval = await transaction(db, async (tx) => {
        const state = await lockTarget(tx, call, required ? mayRequireMfa : mayExemptFromMfa);
        if (state.mfa_required_override === required) return {};
        const act: Act = { ...userActed(state), effects: required ? [] : ['changesRule'], detail: { required } };
        const given = await approveOrRequest({ config }, tx, call, act);
        if (given) await setRequirement(tx, call, state, required, given);
        return given;
      });
      requireApproved(approval);
    },

    async remind(call: CallOf<'Mfa.Remind'>): Promise<void> {
      await transaction(db, async (tx) => {
        const state = await lockTarget(tx, call, mayRequireMfa);
        if (state.mfa_enrolled_at !== null || state.has_passkey) throw problem('MfaAlreadyOn');
        if (!state.enabled || state.registered_at === null) throw problem('Conflict');
        if (await remindOfMfa(tx, administrator(call), state)) await appendAuditEvent(tx, call.origin, eventOf(call, state));
      });
    },

    async issueCode(call: CallOf<'Mfa.RecoveryFor'>): Promise<ReplyOf<'Mfa.RecoveryFor'>> {
      const issued = await transaction(db, async (tx) => {
        const state = await lockTarget(tx, call, mayIssueRecoveryCode);
        if (!state.mfa_enrolled_at) throw problem('MfaNotOn');
        const act: Act = { ...userActed(state), effects: ['takesOverAccount'], detail: {} };
        const approval = await approveOrRequest({ config }, tx, call, act);
        if (!approval) return null;
        const { code, expiresAt } = await issueCode(tx, administrator(call), state);
        await appendAuditEvent(tx, call.origin, {
          ...eventOf(call, state),
          details: { expiresAt: expiresAt.toISOString(), ...approval },
        });
        return { recoveryCode: code, expiresAt: expiresAt.toISOString() };
      });
      return requireApproved(issued);
    },

    /**
     * Finds, for the caller's organisation or one in scope, the users whose override differs from the rule, and the number affected
     * by a change of it.
     */
    overridden: (person: Person, organisationId = person.organisationId) => findOverridden(db, person, organisationId),

    /**
     * Resets all of the given users or none, anywhere in scope; without user ids, the users of the own organisation whom the caller
     * may change.
     */
    async reset(call: CallOf<'Mfa.OrganizationDefaultReset'>): Promise<number> {
      const { userIds } = call.body;
      const count = await transaction(db, async (tx) => {
        const states = await lockOverridden(tx, call, userIds && new Set(userIds));
        const reset = userIds ? states : states.filter((state) => mayReset(call.person, state) === null);
        if (reset.length === 0) return 0;
        const approval = await approveOrRequest({ config }, tx, call, actOfReset(call.person, reset));
        return approval && resetOverrides(tx, call, reset, approval);
      });
      return requireApproved(count);
    },
  };
}

async function setRequirement(
  tx: Transaction,
  call: RuleCall,
  state: MfaState,
  required: boolean,
  approval: Approval,
): Promise<void> {
  await setMfaRequirement(tx, administrator(call), [state], required);
  await appendAuditEvent(tx, call.origin, { ...eventOf({ name: 'Mfa.Require' }, state), details: { required, ...approval } });
}

/**
 * Reads any user in scope; the policies decide what may be changed.
 * @throws NotFound
 */
export async function findInScope(queries: Queries, actor: Person, userId: string, now: Date): Promise<MfaState> {
  const state = await selectState(queries, now)
    .where('u.user_id', '=', userId)
    .$if(!isSystemAdmin(actor), (query) => query.where('u.organisation_id', '=', actor.organisationId))
    .executeTakeFirst();
  if (!state) throw problem('NotFound');
  return state;
}

async function lockTarget(
  tx: Transaction,
  call: Pick<CallOf<'Mfa.Require' | 'Mfa.Remind' | 'Mfa.RecoveryFor'>, 'person' | 'params' | 'now'>,
  may: Policy,
): Promise<MfaState> {
  const state = await lockState(tx, call.params.userId, call.now);
  const refused = state ? may(call.person, asTarget(state)) : 'NotFound';
  if (!state || refused) throw problem(refused ?? 'NotFound');
  return state;
}

const eventOf = (call: { name: string }, state: MfaState) => ({
  action: call.name,
  target: state.user_name ?? state.email,
  targetUserId: state.user_id,
  organisationId: state.organisation_id,
});
