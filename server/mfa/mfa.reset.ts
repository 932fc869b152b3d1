/** Forgetting somebody's MFA altogether, for an administrator's reset. */
import type { Transaction } from '../db/database.ts';
import { forgetBrowsers } from './mfa.browsers.ts';
import { voidCodes } from './mfa.codes.ts';
import { turnOff } from './mfa.repository.ts';

/** Authenticator, recovery codes and remembered browsers are gone. @returns false where MFA was off */
export async function forgetMfa(tx: Transaction, userId: string): Promise<boolean> {
  const wasOn = await turnOff(tx, userId);
  await voidCodes(tx, userId);
  await forgetBrowsers(tx, userId);
  return wasOn;
}
