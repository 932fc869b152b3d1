/** Password recovery as the page does it: request a link, confirm it, set a new password. */
import { createClient, type Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { Mail } from './mails.ts';
import type { TestServer } from './server.ts';

export interface RecoveryLink {
  readonly userId: string;
  readonly token: string;
}

/** Parameters of the first link in a mail. */
export function linkOf({ links }: Pick<Mail, 'links'>): RecoveryLink {
  const { searchParams } = new URL(links[0] ?? '');
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}

/** Requests a link and waits for the mail. */
export async function requestLink(
  site: TestServer,
  { userName, email }: { userName: string; email: string },
  client: Client = createClient(site),
): Promise<RecoveryLink> {
  const recoveryMails = async () =>
    (await site.mails()).filter((mail) => mail.to[0] === email && mail.links[0]?.includes('/ForgottenPassword?'));
  const countBefore = (await recoveryMails()).length;
  await client.ok('Login.ForgotPassword', { body: { userNameOrEmail: userName } });
  return linkOf(await eventually(`a link for ${userName}`, async () => (await recoveryMails())[countBefore]));
}

/** A client that has confirmed the link of an account without MFA. */
export async function confirmLink(site: TestServer, link: RecoveryLink): Promise<Client> {
  const client = createClient(site);
  await client.ok('Login.ConfirmIdentity', { body: link });
  return client;
}

export const NEW_PASSWORD = 'Quiet-harbour-7';

/** Request body that sets a new password. */
export const newPassword = (password = NEW_PASSWORD) => ({ body: { newPassword: password, confirmPassword: password } });
