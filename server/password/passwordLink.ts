/** The mailed link to set a password. Its base is the configured public URL, never a header (host header injection). */
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { mailedLink, type MailedLink } from '../encryption/storedSecrets.ts';
import { createLink } from '../session/links.ts';

export interface PasswordLink {
  link: MailedLink;
  /** Lifetime. */
  minutes: number;
}

/** Creates a link and voids the user's former ones. Returns the data of the mails `recoveryLink` and `setPassword`. */
export async function createPasswordLink(
  { config, publicUrl, keyring }: Pick<Context, 'config' | 'publicUrl' | 'keyring'>,
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<PasswordLink> {
  const minutes = config.RECOVERY_MINUTES;
  const token = await createLink(tx, { purpose: 'recovery', userId, lifetimeMs: minutes * MINUTE, now });
  const link = new URL('/ForgottenPassword', publicUrl());
  link.searchParams.set('userId', userId);
  link.searchParams.set('token', token);
  return { link: mailedLink(keyring, link.href), minutes };
}
