/** A role check without an answer says that, and not that a role is missing. */
import { screen, waitFor } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const answers: readonly (readonly [string, () => Promise<Response>])[] = [
  ['500 with a problem', () => Promise.resolve(Response.json({ message: 'x', code: 'ServerError' }, { status: 500 }))],
  ['502 with a page', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))],
  ['503 without a body', () => Promise.resolve(new Response(null, { status: 503 }))],
  ['504', () => Promise.resolve(new Response('', { status: 504 }))],
  ['429', () => Promise.resolve(Response.json({ message: 'x', code: 'TooManyRequests' }, { status: 429 }))],
  ['a success that cannot be read', () => Promise.resolve(new Response('<h1>Welcome</h1>'))],
  ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
];

test.each(answers)('%s: the page could not be checked, and “Try again” opens it', async (_what, answer) => {
  const failure = { isOver: false };
  const failing = (own: Transport): Transport => ({
    ...own,
    fetch: (url, init) => (url.includes('IsSelfAssignedWithRole') && !failure.isOver ? answer() : own.fetch(url, init)),
    wait: () => Promise.resolve(),
  });
  const { user } = await openPageAs(site, 'sysadmin', '/Users/Audit', { transport: failing });
  await heading('Could not be checked');
  await addressIs('/NoAccess');
  expect(document.body).not.toHaveTextContent(/you need/);
  failure.isOver = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Audit report');
  await waitFor(() => expect(location.pathname).toBe('/Users/Audit'));
});

test.each([401, 403])('%i is an answer: the role is missing', async (status) => {
  const refusing = (own: Transport): Transport => ({
    ...own,
    fetch: (url, init) =>
      url.includes('IsSelfAssignedWithRole') ? Promise.resolve(new Response('', { status })) : own.fetch(url, init),
  });
  await openPageAs(site, 'sysadmin', '/Users/Audit', { transport: refusing });
  await heading('No access');
});
