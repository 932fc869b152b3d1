/** Whether a user must have a second factor, for other modules. */
import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import { findState } from './repository.ts';

/** Whether the user must have a second factor, by any rule. */
export const isMfaRequired =
  (config: Pick<Config, 'ADMIN_MFA'>) =>
  async (tx: Transaction, userId: string, now: Date): Promise<boolean> => {
    const state = await findState(tx, userId, now);
    return state !== undefined && mfaRequiredBy(config, state) !== null;
  };
