/** Whether the caller may not start an operation because they impersonate a user. */
import type { OperationKind } from '@api/contract/bulk.calls.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { whyBarred } from '../actions/userActions.ts';

export function isOperationBarred(self: Self, kind: OperationKind): boolean {
  const barred = whyBarred(self, 'Users.ResetAuthentication');
  return barred === 'reading' || (barred === 'acting' && kind === 'resetMfa');
}
