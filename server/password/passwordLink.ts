/** The mailed link with which somebody chooses a new password: built from the public address alone, whatever a request's headers say. */
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { createLink } from '../session/links.ts';

export interface PasswordLink {
  link: string;
  /** How long it holds. */
  minutes: number;
}

/** A new link; the person's former ones are void. What comes back is what the mails `recoveryLink` and `setPassword` need. */
export async function createPasswordLink(
  { config, publicUrl }: Pick<Context, 'config' | 'publicUrl'>,
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<PasswordLink> {
  const minutes = config.RECOVERY_MINUTES;
  const token = await createLink(tx, { purpose: 'recovery', userId, lifetimeMs: minutes * MINUTE, now });
  const link = new URL('/ForgottenPassword', publicUrl());
  link.searchParams.set('userId', userId);
  link.searchParams.set('token', token);
  return { link: link.href, minutes };
}
