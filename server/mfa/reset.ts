/** A user's MFA for other modules: whether it is required, and its removal by an administrator's reset. */
import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import { forgetBrowsers } from './browsers.ts';
import { voidCodes } from './codes.ts';
import { findState, turnOff } from './repository.ts';

/** Deletes authenticator, recovery codes and remembered browsers. @returns false if MFA was off */
export async function forgetMfa(tx: Transaction, userId: string): Promise<boolean> {
  const wasOn = await turnOff(tx, userId);
  await voidCodes(tx, userId);
  await forgetBrowsers(tx, userId);
  return wasOn;
}

/** Whether the user must have a second factor, by any rule. */
export const mfaRule =
  (config: Pick<Config, 'ADMIN_MFA'>) =>
  async (tx: Transaction, userId: string, now: Date): Promise<boolean> => {
    const state = await findState(tx, userId, now);
    return state !== undefined && mfaRequiredBy(config, state) !== null;
  };
