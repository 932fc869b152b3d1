/** The page shows that the browser is offline, and that it is back, without any request. */
import { act, screen, waitFor } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

let isOnline = true;
beforeEach(() => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
});
afterEach(() => {
  isOnline = true;
});

const connect = (online: boolean) => {
  act(() => {
    isOnline = online;
    dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
};

const pages = [
  ['the login form', 'Username or email', () => openPage(site, '/Login/Gatehouse', { screens })],
  [
    'a page behind the login',
    'Current password',
    async () => openPageAs(site, (await unusedMember(site)).userName, '/SecurityDetails'),
  ],
] as const;

test.each(pages)('%s', async (_name, label, open) => {
  const { user } = await open();
  await user.type(await screen.findByLabelText(label), 'typed');
  expect(screen.queryByText(/offline/)).not.toBeInTheDocument();

  connect(false);
  const offline = screen.getByText(
    'You are offline. What you have entered is kept, so you can try again once you are connected.',
  );
  expect(offline.closest('[role="status"]')).toBeVisible();

  jest.useFakeTimers();
  connect(true);
  expect(screen.getByText('You are connected again.').closest('[role="status"]')).toBeVisible();
  act(() => {
    jest.advanceTimersByTime(5000);
  });
  jest.useRealTimers();
  expect(screen.queryByText('You are connected again.')).not.toBeInTheDocument();
  expect(screen.getByLabelText(label)).toHaveValue('typed');
});

test('a page opened offline says so from the start', async () => {
  isOnline = false;
  await openPage(site, '/Login/Gatehouse', { screens });
  await waitFor(() => expect(screen.getByText(/^You are offline/)).toBeVisible());
});
