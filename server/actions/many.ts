/** The third door of an action: an operation does it to many users. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { actionOf, type OperationKind } from '../../api/contract/actions.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations } from '../../api/contract/index.ts';
import type { ApprovedCall } from '../approvals/acts.ts';
import type { BulkAction, PrepareBulkAction } from '../bulk/bulkActions.ts';
import { actOn, resolveArgs, subjectOf, type ServerAction } from './action.ts';
import { recordAction } from './perform.ts';

/** No operation depends on who started it. */
const anyActor = { userName: '' };

export const bulkActionOf =
  (name: OperationKind, action: ServerAction): PrepareBulkAction =>
  async (queries, args: ActionArgs): Promise<BulkAction> => {
    const { may, call: callName, isFor, whyIdle } = actionOf(name);
    const resolved = await resolveArgs(queries, action, args);
    const operation: Operation = operations[callName];
    const isProofNeeded = operation.stepUp !== undefined;
    return {
      may: (actor, target) => may(actor, target, args),
      isFor: ({ registered_at: registeredAt }) => isFor === undefined || (registeredAt !== null) === (isFor === 'registered'),
      isDue: (user, now) => (whyIdle?.(subjectOf(user, now), args, anyActor) ?? null) === null,
      needsStepUp: () => isProofNeeded,
      actOn: (user) => actOn(name, action, user, resolved),
      ...(resolved.organisation && { shown: { organisation: resolved.organisation.name } }),
      otherFourEyes: resolved.organisation?.four_eyes ?? false,
      carryOut: async (tx, call: ApprovedCall, user) => {
        const details = await action.change(tx, call, user, resolved);
        if (details) await recordAction(tx, { ...call, name: callName }, user, details);
      },
    };
  };
