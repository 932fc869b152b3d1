/** The support desk on the real server: empty, failed and narrowed lists, and an unsent answer is kept. The grid is tested in a browser. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import type { Transport } from '@api/client/transport.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';
import { answerAll, removeTickets } from '../../support/storedTickets.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

interface Opening {
  readonly as?: DemoUser;
  readonly transport?: (own: Transport) => Transport;
}

async function open(query = '', { as = 'support_user', ...options }: Opening = {}) {
  const page = await openPageAs(site, as, `/Support/Tickets${query}`, options);
  await screen.findByRole('heading', { level: 1, name: 'Tickets' });
  return page;
}

const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(`^${name} ?\\d`) });

test('a list without a match says what to do, and all tickets of the tab are one press away', async () => {
  const { user } = await open('?tab=closed&search=nobody+wrote+this&urgency=Low');
  expect(await screen.findByRole('heading', { name: 'No ticket matches here' })).toBeVisible();
  for (const name of ['To answer', 'Mine', 'Waiting', 'Closed']) expect(await tab(name)).toHaveTextContent(`${name}0`);
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await addressIs('/Support/Tickets?tab=closed');
  expect(await tab('Closed')).toHaveAttribute('aria-selected', 'true');
});

test('a match in another tab is one press away', async () => {
  const { user } = await open(`?tab=closed&search=${HARBOUR_TICKET}`);
  await user.click(await screen.findByRole('button', { name: 'To answer: 1' }));
  await addressIs(`/Support/Tickets?search=${HARBOUR_TICKET}`);
  expect(await screen.findByText('1 ticket')).toBeVisible();
});

test.each([
  ['?state=open', 'To answer'],
  ['?state=all', 'To answer'],
  ['?state=closed&sort=-createdAt', 'Closed'],
  ['?tab=nothing', 'To answer'],
])('the old address %s leads to "%s"', async (query, name) => {
  await open(query);
  expect(await tab(name)).toHaveAttribute('aria-selected', 'true');
});

test('a list that can’t be loaded is loaded again by "Try again"', async () => {
  let isFailing = true;
  const transport = (own: Transport): Transport => ({
    ...own,
    fetch: (url, init) =>
      isFailing && url.includes('/api/Tickets?')
        ? Promise.resolve(new Response('{"message":"Broken.","code":"ServerError"}', { status: 500 }) as never)
        : own.fetch(url, init),
  });
  const { user } = await open('', { transport });
  expect(await screen.findByRole('heading', { name: 'The tickets could not be loaded' })).toBeVisible();
  isFailing = false;
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
  expect(await screen.findByText(HARBOUR_TICKET)).toBeVisible();
});

test('an unsent answer is there again after a look elsewhere, and goes away when it is sent', async () => {
  await site.database.query(`UPDATE tickets SET fields = fields || $1 WHERE ticket_number = $2`, [
    JSON.stringify({ IssueDescription: 'Is <b>this</b> bold?' }),
    HARBOUR_TICKET,
  ]);
  const { user } = await open(`?ticket=${HARBOUR_TICKET}`);
  expect(await screen.findByText('Is <b>this</b> bold?', { selector: 'blockquote' })).toBeVisible();
  const text = () => screen.findByRole('textbox', { name: 'Answer or note' });
  await user.type(await text(), 'No.');
  await user.click(screen.getByRole('button', { name: 'Close ticket details' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
  await user.click(await screen.findByRole('link', { name: HARBOUR_TICKET }));
  expect(await text()).toHaveValue('No.');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText(`${HARBOUR_TICKET} is answered.`)).toBeVisible();
  // The next ticket of the tab is open in its place.
  await waitFor(() => expect(screen.queryByRole('heading', { name: `Ticket ${HARBOUR_TICKET}` })).not.toBeInTheDocument());
  expect(await text()).toHaveValue('');
  await user.click(await tab('Waiting'));
  await user.click(await screen.findByRole('link', { name: HARBOUR_TICKET }));
  expect(await screen.findByText('Samira Haddad answered')).toBeVisible();
  expect(await text()).toHaveValue('');
});

test('an answer to a ticket that another has changed meanwhile is refused and kept', async () => {
  const { user, client } = await open(`?ticket=${HARBOUR_TICKET}`);
  await user.type(await screen.findByRole('textbox', { name: 'Answer or note' }), 'Second.');
  await client.ok('Tickets.Note', { ticketNumber: HARBOUR_TICKET, body: { text: 'I have it.' } });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('Samira Haddad noted')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Answer or note' })).toHaveValue('Second.');
});

test('an unsent answer goes with a logout', async () => {
  const { user } = await open(`?tab=closed&ticket=${HARBOUR_TICKET}`);
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
  await user.type(await screen.findByRole('textbox', { name: 'Answer or note' }), 'Secret.');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(location.pathname).toMatch(/^\/Login/));
  expect(drafts()).toEqual([]);
});

test('a ticket of another organisation does not exist', async () => {
  await open(`?ticket=${HARBOUR_TICKET}`, { as: 'second_sub' });
  expect(await screen.findByText(/This ticket does not exist/)).toBeVisible();
});

test('Support reads first why the sender cannot log in, and an administrator unlocks there', async () => {
  await open(`?ticket=${HARBOUR_TICKET}`);
  expect(await screen.findByText(/^Can log in: no, locked/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlock' })).not.toBeInTheDocument();
  cleanup();
  const { user } = await open(`?tab=waiting&search=${HARBOUR_TICKET}&ticket=${HARBOUR_TICKET}`, { as: 'subadmin' });
  expect(await screen.findByText('High, can’t log in')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Can log in: yes')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('High, can’t log in')).not.toBeInTheDocument());
});

test('a desk that has answered everything says so, and what waits is one press away', async () => {
  await answerAll(site);
  const { user } = await open();
  expect(await screen.findByRole('heading', { name: 'Everything is answered' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Waiting: / }));
  await addressIs('/Support/Tickets?tab=waiting');
});

test('a desk that nobody has written to says where tickets come from', async () => {
  await removeTickets(site);
  await open('?tab=closed');
  expect(await screen.findByRole('heading', { name: 'No tickets yet' })).toBeVisible();
});
