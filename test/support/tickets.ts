/** Support tickets as users send them. */
import type { BodyOf } from '../../api/contract/index.ts';
import { createClient, type Client } from './client.ts';
import { awaitMail } from './mails.ts';
import type { TestServer } from './server.ts';

type Site = Pick<TestServer, 'url' | 'mails'>;
type Form = BodyOf<'Support.CreateTicket'>;

let addresses = 0;
/** An address that no user has, another one each time. */
export const strangerAddress = (): string => `stranger.${String((addresses += 1))}@example.net`;

/** Sends a ticket; without a client nobody is logged in. @returns its number */
export async function sendTicket(
  site: Pick<Site, 'url'>,
  form: Partial<Form> = {},
  client: Client = createClient(site),
): Promise<string> {
  const body: Form = { Email: strangerAddress(), IssueDescription: 'I cannot log in.', Urgency: 'Normal', ...form };
  return (await client.ok('Support.CreateTicket', { body })).ticketNumber;
}

/** The mail that its sender gets. */
export const confirmationOf = (site: Site, ticketNumber: string) =>
  awaitMail(
    site,
    ({ subject, links }) => subject.includes(`[${ticketNumber}]`) && links.some((link) => link.includes('/Support/Ticket')),
  );

/** The mail that Support gets. */
export const supportMailOf = (site: Site, ticketNumber: string) =>
  awaitMail(
    site,
    ({ subject, links }) => subject.includes(ticketNumber) && !links.some((link) => link.includes('/Support/Ticket?')),
  );

/** The token of the link in that mail. */
export async function tokenOf(site: Site, ticketNumber: string): Promise<string> {
  const { links } = await confirmationOf(site, ticketNumber);
  return new URL(links[0] ?? '').searchParams.get('token') ?? '';
}
