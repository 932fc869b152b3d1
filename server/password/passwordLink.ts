/** The mailed link to set a password. Its base is the configured public URL, never a header (host header injection). */
import { DAY, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { mailedLink, type MailedLink } from '../encryption/storedSecrets.ts';
import { createLink } from '../session/links.ts';

interface PasswordLink {
  link: MailedLink;
  /** The lifetime. */
  minutes: number;
}

type Linking = Pick<Context, 'config' | 'publicUrl' | 'keyring'>;

/** Creates a link and voids the user's former ones. Returns the data of the mails `recoveryLink` and `setPassword`. */
export const createPasswordLink = (context: Linking, tx: Transaction, userId: string, now: Date): Promise<PasswordLink> =>
  linkFor(context, tx, userId, now, context.config.RECOVERY_MINUTES);

/** Creates the link of a new account, which has no password to replace: it is valid for as long as an invitation. */
export const createFirstPasswordLink = (context: Linking, tx: Transaction, userId: string, now: Date): Promise<PasswordLink> =>
  linkFor(context, tx, userId, now, (context.config.INVITE_DAYS * DAY) / MINUTE);

async function linkFor(
  { publicUrl, keyring }: Linking,
  tx: Transaction,
  userId: string,
  now: Date,
  minutes: number,
): Promise<PasswordLink> {
  const token = await createLink(tx, { purpose: 'recovery', userId, lifetimeMs: minutes * MINUTE, now });
  const link = new URL('/ForgottenPassword', publicUrl());
  link.searchParams.set('userId', userId);
  link.searchParams.set('token', token);
  return { link: mailedLink(keyring, link.href), minutes };
}
