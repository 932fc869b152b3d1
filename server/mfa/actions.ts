/** Requiring MFA of users, and reminding those who have not set it up. */
import { administrator } from '../accounts/author.ts';
import { remindOfMfa, setMfaRequirement } from '../accounts/credentials.ts';
import type { ServerAction } from '../actions/action.ts';

export const mfaServerActions = {
  requireMfa: {
    change: async (tx, call, user) => {
      await setMfaRequirement(tx, administrator(call), [user], true);
      return { required: true };
    },
  },
  remindMfa: {
    change: async (tx, call, user) => ((await remindOfMfa(tx, administrator(call), user)) ? {} : undefined),
  },
} as const satisfies Record<string, ServerAction>;
