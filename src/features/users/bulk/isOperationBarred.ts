/** Whether the caller may not start an operation because they impersonate a user. */
import { actionOf, type OperationKind } from '@api/contract/actions.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { whyBarred } from '../actions/userActions.ts';

export const isOperationBarred = (self: Self, kind: OperationKind): boolean => whyBarred(self, actionOf(kind).call) !== null;
