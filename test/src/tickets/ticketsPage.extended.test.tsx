/** The support desk on the real server: empty, failed and narrowed lists, and an unsent answer is kept. The grid is tested in a browser. */
import { screen, waitFor } from '@testing-library/react';
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import type { Transport } from '@api/client/transport.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

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

test('a list without a match says what to do, and all tickets are one press away', async () => {
  const { user } = await open('?search=nobody+wrote+this&urgency=Low');
  expect(await screen.findByRole('heading', { name: 'No ticket matches' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all tickets' }));
  await addressIs('/Support/Tickets?state=all');
  expect(await screen.findByText('40 tickets')).toBeVisible();
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
  await user.click(await screen.findByRole('link', { name: `View ${HARBOUR_TICKET}` }));
  expect(await text()).toHaveValue('No.');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
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

test('a ticket of another organisation does not exist', async () => {
  await open(`?ticket=${HARBOUR_TICKET}`, { as: 'second_sub' });
  expect(await screen.findByText(/This ticket does not exist/)).toBeVisible();
});

test('a desk without open tickets says so', async () => {
  await site.database.query('UPDATE tickets SET closed_at = now() WHERE closed_at IS NULL');
  await open();
  expect(await screen.findByRole('heading', { name: 'Nothing is open' })).toBeVisible();
});

test('a desk that nobody has written to says where tickets come from', async () => {
  await site.database.query('DELETE FROM tickets');
  await open('?state=all');
  expect(await screen.findByRole('heading', { name: 'No tickets yet' })).toBeVisible();
});
