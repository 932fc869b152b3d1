/** The third door of an action: an operation does it to many users. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { actionOf, type OperationKind } from '../../api/contract/actions.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations } from '../../api/contract/index.ts';
import type { ApprovedCall } from '../approvals/acts.ts';
import type { BulkAction, PrepareBulkAction } from '../bulk/bulkActions.ts';
import { actOn, readArgs, subjectOf, type ServerAction } from './action.ts';
import { recordAction } from './perform.ts';

/** No operation depends on who started it. */
const anyActor = { userName: '' };

export const manyOf =
  (name: OperationKind, action: ServerAction): PrepareBulkAction =>
  async (queries, args: ActionArgs): Promise<BulkAction> => {
    const { may, call: callName, isFor, whyIdle } = actionOf(name);
    const read = await readArgs(queries, action, args);
    const operation: Operation = operations[callName];
    const isProofNeeded = operation.stepUp !== undefined;
    return {
      may: (actor, target) => may(actor, target, args),
      isFor: ({ registered_at: registeredAt }) => isFor === undefined || (registeredAt !== null) === (isFor === 'registered'),
      isDue: (user, now) => (whyIdle?.(subjectOf(user, now), args, anyActor) ?? null) === null,
      needsStepUp: () => isProofNeeded,
      actOn: (user) => actOn(name, action, user, read),
      ...(read.organisation && { shown: { organisation: read.organisation.name } }),
      otherFourEyes: read.organisation?.four_eyes ?? false,
      carryOut: async (tx, call: ApprovedCall, user) => {
        const details = await action.change(tx, call, user, read);
        if (details) await recordAction(tx, { ...call, name: callName }, user, details);
      },
    };
  };
