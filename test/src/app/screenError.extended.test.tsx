/** Error boundary of screens: an error replaces the screen only; the top bar and other pages keep working. */
import { screen, waitFor, within } from '@testing-library/react';
import { bufferErrors } from '@src/errors/errorReporting.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { screens } from '@src/app/routes.tsx';
import { paths } from '@src/paths.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openPage } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const FAULT = 'Something went wrong in this page';
const LOAD = 'This page could not be loaded';

const reported: jest.SpyInstance[] = [];
beforeEach(() => {
  // Without a DSN errors are logged to the console.
  bufferErrors(parsePageConfig(null));
  reported.push(jest.spyOn(console, 'error').mockImplementation(() => undefined));
});
afterEach(() => {
  for (const spy of reported.splice(0)) spy.mockRestore();
});
const reports = () =>
  reported.flatMap(({ mock }) => mock.calls as unknown[][]).filter(([where]) => where === 'screen' || where === 'navigation');

let isBroken = true;
function Fragile() {
  if (isBroken) throw new Error('a fault of the screen');
  return <h1>Whole again</h1>;
}
beforeEach(() => {
  isBroken = true;
});

const fragile = (path: Screen['path'], access: Screen['access']): Screen => ({
  path,
  access,
  load: () => Promise.resolve({ default: Fragile }),
});
const others = screens.filter(({ path }) => path !== paths.usersImport && path !== paths.loginHelp);

test('A screen that throws while rendering shows an error below the bar, is reported once with its reference, and "Try again" renders it again', async () => {
  const { user } = await openPageAs(site, 'sysadmin', paths.usersImport.to(), {
    screens: [...others, fragile(paths.usersImport, ['SystemAdministration'])],
  });
  expect(await screen.findByRole('heading', { level: 1, name: FAULT })).toBeInTheDocument();
  expect(document.title).toBe(`${FAULT} | Gatehouse™`);
  expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeInTheDocument();
  const main = within(screen.getByRole('main'));
  const reference = main.getByText(/^[0-9A-F]{8}$/).textContent;
  expect(main.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    `/ContactSupport?about=fault&reference=${reference}`,
  );
  expect(reports()).toEqual([['screen', expect.objectContaining({ message: 'a fault of the screen' })]]);

  isBroken = false;
  await user.click(main.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole again' })).toBeInTheDocument();
});

test('Links out of a broken screen lead to a working one', async () => {
  const { user } = await openPageAs(site, 'sysadmin', paths.usersImport.to(), {
    screens: [...others, fragile(paths.usersImport, ['SystemAdministration'])],
  });
  await screen.findByRole('heading', { level: 1, name: FAULT });
  await user.click(await screen.findByRole('link', { name: 'Organisations' }));
  await addressIs(paths.organisations.to());
  expect(await screen.findByRole('heading', { level: 1, name: 'Organisations' })).toBeInTheDocument();
});

test('A broken login screen keeps the login layout', async () => {
  await openPage(site, paths.loginHelp.to(), { screens: [...others, fragile(paths.loginHelp, 'open')] });
  expect(await screen.findByRole('heading', { level: 1, name: FAULT })).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeInTheDocument();
});

test('A screen whose code cannot be loaded shows a connection error below the bar', async () => {
  // As if the one automatic reload had happened already.
  localStorage.setItem('reloadedForChunk', 'yes');
  const lost = Object.assign(new Error('Loading chunk import failed.'), { name: 'ChunkLoadError' });
  await openPageAs(site, 'sysadmin', paths.usersImport.to(), {
    screens: [...others, { path: paths.usersImport, access: ['SystemAdministration'], load: () => Promise.reject(lost) }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: LOAD })).toBeInTheDocument();
  expect(screen.getByText(/^Check your connection and try again/)).toBeInTheDocument();
  expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeInTheDocument();
  await waitFor(() => expect(reports()).toEqual([['navigation', expect.objectContaining({ name: 'ScreenLoadError' })]]));
});
