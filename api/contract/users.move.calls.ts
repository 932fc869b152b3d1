/** The preview of a move, without shapes; apart from the other operations on users, which the list of users carries. */
import type { Call } from './call.ts';

export const usersMoveCalls = {
  'Users.MovePreview': {
    method: 'POST',
    path: '/Users/MovePreview',
    who: 'systemAdmin',
    withoutStepUp: 'reads',
    body: 'json',
  },
} as const satisfies Record<string, Call>;
