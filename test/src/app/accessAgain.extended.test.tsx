/** Repeated or contradicting access checks: circles end, the same link refreshes, Back skips. */
import { screen, waitFor } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import { bufferErrors } from '@src/errors/errorReporting.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';
import { setRoles } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const CONTRADICTION = 'This page could not be loaded';

/** Answers one path as a proxy would that refuses it; the rest reaches the server. */
const refusing = (path: string, status: number, seen: string[]) => (own: Transport) => ({
  ...own,
  fetch: (url: string, init: Parameters<Transport['fetch']>[1]) => {
    if (!url.includes(path)) return own.fetch(url, init);
    seen.push(url);
    return Promise.resolve(new Response('', { status }));
  },
});

test.each([
  ['session check', '/api/Login/Check', 403],
  ['session check', '/api/Login/Check', 401],
  ['page’s own request', '/api/Users/Self', 401],
])(
  'a proxy that refuses the %s (%s) with %i ends in a page that reports the contradiction, not in a circle',
  async (_what, path, status) => {
    bufferErrors(parsePageConfig(null));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const refused: string[] = [];
    const { userName } = await unusedMember(site);
    const { user } = await openPageAs(site, userName, '/SecurityDetails', { transport: refusing(path, status, refused) });
    await heading(CONTRADICTION);
    expect(screen.getByText(new RegExp(`but ${path} answers that you are not`))).toBeVisible();
    const asked = refused.length;
    expect(asked).toBeLessThanOrEqual(6);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(refused.length).toBeGreaterThan(asked));
    await heading(CONTRADICTION);
  },
);

test('a click on the link of the place where the user is checks session and role, and reads the page’s data again', async () => {
  const calls: string[] = [];
  const recorded = (own: Transport): Transport => ({
    ...own,
    fetch: (url, init) => {
      calls.push(new URL(url, location.origin).pathname);
      return own.fetch(url, init);
    },
  });
  const { user } = await openPageAs(site, 'sysadmin', '/Organisations', { transport: recorded });
  await heading('Organisations');
  const link = await screen.findByRole('link', { name: 'Organisations' });
  await screen.findAllByText('Harbour Mutual');
  calls.length = 0;
  const entries = history.length;
  await user.click(link);
  await waitFor(() => expect(calls).toEqual(expect.arrayContaining(['/api/Login/Check', '/api/Organisations'])));
  expect(calls).toContain('/api/UserRoles/IsSelfAssignedWithRole');
  expect(history.length).toBe(entries);
});

test('a user who was demoted is refused by a click on the link of the place where they are', async () => {
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, userId, ['Member', 'Support']);
  const { user } = await openPageAs(site, userName, '/Users/Audit');
  await heading('Audit report');
  await setRoles(site, userId, ['Member']);
  await user.click(await screen.findByRole('link', { name: 'Audit report' }));
  await heading('No access');
});

test('after a demotion Back skips the pages that are closed now', async () => {
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, userId, ['Member', 'SubscriberAdministration']);
  const { user } = await openPageAs(site, userName, '/MyApplications');
  await heading(/applications/i);
  await user.click(await screen.findByRole('link', { name: 'Audit report' }));
  await heading('Audit report');
  await user.click(screen.getByRole('link', { name: 'Organisation' }));
  await addressIs('/Organisations');
  await heading(/Harbour Mutual|Organisation/);
  await setRoles(site, userId, ['Member']);
  await user.click(screen.getByRole('link', { name: 'Audit report' }));
  await heading('No access');
  history.back();
  await addressIs('/MyApplications');
  await heading(/applications/i);
});

test('the tab of a user’s page names the user', async () => {
  const admin = await logInAs(site, 'subadmin');
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { firstName, lastName } = await admin.ok('Users.User', { userName });
  await openPageAs(site, 'subadmin', `/Users/Edit/${userName}`);
  await heading('Edit user');
  await waitFor(() => expect(document.title).toBe(`Edit ${firstName} ${lastName} | Gatehouse™`));
});
