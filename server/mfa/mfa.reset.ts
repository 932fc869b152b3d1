/** Removes a user's MFA, for an administrator's reset. */
import type { Transaction } from '../db/database.ts';
import { forgetBrowsers } from './mfa.browsers.ts';
import { voidCodes } from './mfa.codes.ts';
import { turnOff } from './mfa.repository.ts';

/** Deletes authenticator, recovery codes and remembered browsers. @returns false if MFA was off */
export async function forgetMfa(tx: Transaction, userId: string): Promise<boolean> {
  const wasOn = await turnOff(tx, userId);
  await voidCodes(tx, userId);
  await forgetBrowsers(tx, userId);
  return wasOn;
}
