/** The way from "Forgotten password" to a new one, as the page goes it. */
import { createClient, type Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { Mail } from './mails.ts';
import type { TestServer } from './server.ts';

export interface RecoveryLink {
  readonly userId: string;
  readonly token: string;
}

/** What the link of a mail carries. */
export function linkOf({ links }: Pick<Mail, 'links'>): RecoveryLink {
  const { searchParams } = new URL(links[0] ?? '');
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}

/** Asks for a link and waits for the mail. */
export async function requestLink(
  site: TestServer,
  { userName, email }: { userName: string; email: string },
  client: Client = createClient(site),
): Promise<RecoveryLink> {
  const mine = async () =>
    (await site.mails()).filter((mail) => mail.to[0] === email && mail.links[0]?.includes('/ForgottenPassword?'));
  const before = (await mine()).length;
  await client.ok('Login.ForgotPassword', { body: { userNameOrEmail: userName } });
  return linkOf(await eventually(`a link for ${userName}`, async () => (await mine())[before]));
}

/** A browser that has proven the link, where nothing more than the link is asked for. */
export async function prove(site: TestServer, link: RecoveryLink): Promise<Client> {
  const client = createClient(site);
  await client.ok('Login.ConfirmIdentity', { body: link });
  return client;
}

export const NEW_PASSWORD = 'Quiet-harbour-7';

/** What the page sends to set it. */
export const newPassword = (password = NEW_PASSWORD) => ({ body: { newPassword: password, confirmPassword: password } });
