/** Reports on the screen: made, changed, run, deleted; exports run again; what a mailed link leads to. */
import { screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { selectOption } from '../../support/selectOption.ts';
import { useServer } from '../../support/useServer.ts';
import { type Held, heldHalfway } from '../heldHalfway.ts';
import { openPageAs } from '../openPageAs.tsx';
import { clear } from '../../support/facts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
afterEach(async () => {
  await clear(site, 'audit_exports');
  await clear(site, 'reports');
});

const definition = (name: string) => ({
  name,
  content: {
    filters: { action: 'Login.' },
    range: { kind: 'days', days: 7 } as const,
    format: { type: 'jsonl' } as const,
    timeZone: 'UTC',
  },
  shared: true,
  schedule: null,
});
/** Exports are listed below, under the same names. */
const cardOf = async (name: string) => {
  const [heading] = await screen.findAllByRole('heading', { level: 3, name });
  return within(heading?.closest('li') as HTMLElement);
};

test('the filters of the audit report become a report that is mailed every month', async () => {
  const { user, client } = await openPageAs(site, 'subadmin', '/Users/Reports?new&range=month&outcome=failure&actor=ordinary');
  const dialog = within(await screen.findByRole('dialog', { name: 'New report' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Failures');
  await selectOption(user, 'Format', 'CSV');
  await selectOption(user, 'Separator', 'Semicolon');
  await selectOption(user, 'By email', 'Every month');
  await selectOption(user, 'On day', '31');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The report “Failures” has been saved.')).toBeVisible();
  const card = await cardOf('Failures');
  expect(card.getByText('Failed · by ordinary · Last 30 days · CSV')).toBeVisible();
  expect(card.getByText(/^Emailed to you on day 31 of every month at 7:00 AM/)).toBeVisible();
  expect(await client.ok('Reports.List')).toMatchObject([
    {
      name: 'Failures',
      content: {
        filters: { outcome: 'failure', actor: 'ordinary' },
        range: { kind: 'days', days: 30 },
        format: { type: 'csv', delimiter: ';', bom: true },
      },
      schedule: { every: 'month', day: 31, hour: 7 },
      shared: false,
    },
  ]);
});

test('a taken name is reported at the field, and the report is kept as it was', async () => {
  const { user } = await openPageAs(site, 'subadmin', '/Users/Reports', {
    before: async (client) => {
      await client.ok('Reports.Create', { body: definition('Doors') });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'New report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New report' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'DOORS');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('You already have a report with this name.')).toBeVisible();
});

test('a report is run by one click, listed with its checksum, run again, changed and deleted', async () => {
  const saved: string[] = [];
  const { user, client } = await openPageAs(site, 'subadmin', '/Users/Reports', {
    before: (own) => own.ok('Reports.Create', { body: definition('Logins') }),
    transport: (own) => ({ ...own, save: (name) => void saved.push(name) }),
  });
  await user.click(await screen.findByRole('button', { name: /^Run now/ }));
  await waitFor(() => {
    expect(saved).toEqual([expect.stringMatching(/^Logins-.*\.jsonl$/)]);
  });
  const [first] = (await client.ok('Reports.Exports', {})).exports;
  const checksum = first?.file?.sha256 ?? 'no checksum';
  expect(await screen.findByText(checksum)).toHaveAttribute('title', checksum);
  await user.click(screen.getByRole('button', { name: /^Copy ?SHA-256: Logins/ }));
  expect(await navigator.clipboard.readText()).toBe(checksum);

  await user.click(await screen.findByRole('button', { name: /^Run again/ }));
  await waitFor(async () => {
    const { exports } = await client.ok('Reports.Exports', {});
    expect(exports.map(({ file }) => file !== null)).toEqual([true, true]);
  });

  await user.click(screen.getByRole('button', { name: /^Change/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change report' }));
  await selectOption(user, 'Period', 'Yesterday');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await (await cardOf('Logins')).findByText('Login: all · Yesterday · JSON lines')).toBeVisible();

  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete the report “Logins”?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^No report is saved yet/)).toBeVisible();
  expect((await client.ok('Reports.Exports', {})).exports).toHaveLength(2);
});

test('a report that is cancelled while it is saved is cut off, saves nothing, and is listed as unfinished', async () => {
  const held: Held = { part: '/Reports/Download/', saved: [] };
  const { user } = await openPageAs(site, 'subadmin', '/Users/Reports', {
    before: (own) => own.ok('Reports.Create', { body: definition('Logins') }),
    transport: heldHalfway(held),
  });
  await user.click(await screen.findByRole('button', { name: /^Run now/ }));
  await waitFor(() => expect(held.state).toBe('halfway'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Export cancelled. Nothing was saved.')).toBeVisible();
  expect(held).toMatchObject({ saved: [], state: 'cutOff' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(await screen.findByText('Not downloaded to the end yet.')).toBeVisible();
});

test('a report that is cancelled before it is made says so too', async () => {
  const saved: string[] = [];
  const { promise, resolve: answer } = Promise.withResolvers<undefined>();
  const { user } = await openPageAs(site, 'subadmin', '/Users/Reports', {
    before: (own) => own.ok('Reports.Create', { body: definition('Logins') }),
    transport: (own) => ({
      ...own,
      save: (name) => void saved.push(name),
      fetch: async (url, init) => {
        const reply = await own.fetch(url, init);
        if (url.includes('/Reports/Run/')) await promise;
        return reply;
      },
    }),
  });
  await user.click(await screen.findByRole('button', { name: /^Run now/ }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  answer(undefined);
  expect(await screen.findByText('Export cancelled. Nothing was saved.')).toBeVisible();
  expect(saved).toEqual([]);
});

test.each([
  ['ready', 'subadmin', '', /“Logins” is ready\./],
  ['expired', 'subadmin', 'UPDATE audit_exports SET expires_at = now()', /^This link has expired\./],
  ['somebody else’s', 'second_sub', '', /^There is no such export/],
])('a mailed link that is %s', async (_what, userName, statement, expected) => {
  const owner = await logInAs(site, 'subadmin');
  const { reportId } = await owner.ok('Reports.Create', { body: definition('Logins') });
  const { exportId } = await owner.ok('Reports.Run', { reportId });
  if (statement !== '') await site.database.query(statement);
  await openPageAs(site, userName, `/Users/Reports?export=${exportId}`);
  expect(await screen.findByText(expected)).toBeVisible();
});

test('times of a fixed period are days of the report’s zone', async () => {
  const { user, client } = await openPageAs(site, 'subadmin', '/Users/Reports', {
    before: (own) => {
      const { content, ...rest } = definition('November');
      const range = { kind: 'between', from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' } as const;
      return own.ok('Reports.Create', { body: { ...rest, content: { ...content, range, timeZone: 'Europe/Berlin' } } });
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Change/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change report' }));
  expect(await dialog.findByDisplayValue('11/01/2026')).toBeVisible();
  expect(await dialog.findByDisplayValue('11/30/2026')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The report “November” has been saved.');
  expect((await client.ok('Reports.List'))[0]?.content.range).toEqual({
    kind: 'between',
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
  });
});
