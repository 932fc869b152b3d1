/** The users list where counting takes longer than reading: its total comes after its rows. */
import { screen, waitFor } from '@testing-library/react';
import { addManyUsers } from '../../support/manyUsers.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('in a long list, rows of a search appear before its total is counted, and a superseded search is not counted', async () => {
  await addManyUsers(site);
  let counted = (): void => undefined;
  const counting = new Promise<void>((resolve) => {
    counted = resolve;
  });
  let ofLetter: AbortSignal | null | undefined;
  const { user } = await openPageAs(site, 'sysadmin', '/Users/List', {
    transport: (real) => ({
      ...real,
      fetch: async (url, init) => {
        if (url.endsWith('/Users/Counts?search=c')) ofLetter = init.signal;
        if (url.includes('/Users/Counts?search=')) await counting;
        return real.fetch(url, init);
      },
    }),
  });
  const status = () => screen.getByText(/./, { selector: '[role="status"]' }).textContent;
  await screen.findByRole('tab', { name: /^All \d/ });
  await user.type(screen.getByRole('searchbox'), 'c');
  expect(await screen.findAllByText(/^c$/i, { selector: 'mark' })).not.toHaveLength(0);
  await waitFor(() => expect(ofLetter).toBeDefined());
  await user.type(screen.getByRole('searchbox'), 'a');
  expect(await screen.findAllByText(/^ca$/i, { selector: 'mark' })).not.toHaveLength(0);
  expect(ofLetter).toHaveProperty('aborted', true);
  expect(screen.queryByText(/./, { selector: '[role="status"]' })).not.toBeInTheDocument();
  counted();
  const [row] = await site.database.query<{ total: string }>(
    `SELECT to_char(count(*), 'FM999,999') AS total FROM users WHERE search_text LIKE '% ca%'`,
  );
  await waitFor(() => expect(status()).toBe(`${row?.total ?? ''} users`));
});
