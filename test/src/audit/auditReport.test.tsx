/** The audit report on the real server. The grid needs layout and is tested in a browser. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { PageConfigContext } from '@src/pageConfig/pageConfigContext.ts';
import AuditPage from '@src/features/audit/AuditPage.tsx';
import { startI18n } from '@src/i18n/setup.ts';
import { paths } from '@src/paths.ts';
import { openStoreAs } from '../../store/storeWithServer.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { type Held, heldHalfway } from '../heldHalfway.ts';
import { openPageAs } from '../openPageAs.tsx';
import { auditEvents } from '../../support/auditEvents.ts';
import { setName } from '../../support/changeUser.ts';
import { last } from '../../support/facts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{decodeURIComponent(pathname + search)}</output>;
}

const addressIs = (text: string) => waitFor(() => expect(screen.getByLabelText('address')).toHaveProperty('textContent', text));

interface Opening {
  readonly as?: DemoUser;
  readonly query?: string;
  readonly transport?: Transport;
}

async function openReport({ as = 'subadmin', query = '', transport }: Opening = {}) {
  const { store } = await openStoreAs(site, as, transport ? { transport } : {});
  const translations = await startI18n('en-US', 'Gatehouse');
  await translations.loadNamespaces(['audit', 'session']);
  render(
    <PageConfigContext value={parsePageConfig(null)}>
      <I18nextProvider i18n={translations}>
        <Provider store={store}>
          <MemoryRouter initialEntries={[paths.usersAudit.to() + query]}>
            <Routes>
              <Route path={paths.usersAudit.pattern} element={<AuditPage />} />
            </Routes>
            <Address />
          </MemoryRouter>
        </Provider>
      </I18nextProvider>
    </PageConfigContext>,
  );
  return userEvent.setup();
}

/** Inserts events of Harbour Mutual directly, one second apart. */
const insertEvents = (actor: string, count = 1, outcome = 'success') =>
  site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), now() - ($2::int - n) * interval '1 second', $1, 'Users.Unlock', 'planted_' || n, organisation_id, name, $3,
            '{"fields": {"email": {"from": "old@example.com", "to": "new@example.com"}}}'
       FROM organisations, generate_series(1, $2::int) n WHERE name = 'Harbour Mutual'`,
    [actor, count, outcome],
  );

async function startExport(user: ReturnType<typeof userEvent.setup>, format: 'CSV' | 'JSON'): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: format }));
}

async function chooseFilter(user: ReturnType<typeof userEvent.setup>, filter: string, option: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filter' });
  await user.type(await within(dialog).findByRole('searchbox', { name: 'Find a filter' }), `${filter} ${option}`);
  await user.click(await within(dialog).findByRole('checkbox', { name: option }));
  await user.keyboard('{Escape}');
}

const totalIs = (text: string) => screen.findByText(text, { selector: '[role="status"]' });

test('the newest event comes first, in plain words, with the exact total', async () => {
  await insertEvents('planter', 3);
  await openReport({ query: '?actor=PLANTER' });
  await totalIs('3 events');
  expect((await screen.findAllByText('planted_3')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Unlocked', { selector: '[title]' }).length).toBeGreaterThan(0);
});

test('an act on many is one line that leads to its users, by its own address, and each user has a line where that is wanted', async () => {
  const operation = crypto.randomUUID();
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), now() + n * interval '1 millisecond', 'bulker', 'Users.Unlock', 'held_' || n, gen_random_uuid(), organisation_id, name,
            CASE n WHEN 3 THEN 'refused' ELSE 'success' END, jsonb_build_object('operation', $1::text)
       FROM organisations, generate_series(1, 3) n WHERE name = 'Harbour Mutual'`,
    [operation],
  );
  const user = await openReport({ query: '?actor=bulker' });
  await totalIs('3 events');
  const [line] = await screen.findAllByRole('link', { name: 'Unlocked 3 users · 1 failed ▸' });
  expect(screen.getAllByText('3 users').length).toBeGreaterThan(0);
  expect(screen.queryAllByText('held_2')).toEqual([]);
  await chooseFilter(user, 'Bulk action', 'Each user');
  await addressIs('/Users/Audit?actor=bulker&each=true');
  expect((await screen.findAllByText('held_2')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Remove Bulk action: Each user' }));
  await addressIs('/Users/Audit?actor=bulker');
  await waitFor(() => expect(screen.queryAllByText('held_2')).toEqual([]));
  expect(line).toHaveAttribute('href', `/Users/Audit?range=all&actor=bulker&bulk=${operation}`);
  const [now] = await screen.findAllByRole('link', { name: 'Unlocked 3 users · 1 failed ▸' });
  await user.click(now!);
  await addressIs(`/Users/Audit?range=all&actor=bulker&bulk=${operation}`);
  expect((await screen.findAllByText('held_2')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Bulk action: This one' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByRole('link', { name: 'Reports' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Schedule…' })).not.toBeInTheDocument();
});

test('every filter is in the URL, and one button clears them', async () => {
  await insertEvents('gardener', 2, 'refused');
  const user = await openReport();
  await user.type(screen.getByRole('combobox', { name: 'Person' }), 'gardener{Enter}');
  await addressIs('/Users/Audit?person=gardener');
  await totalIs('2 events');
  await chooseFilter(user, 'Outcome', 'Refused');
  await chooseFilter(user, 'What', 'Locked or unlocked');
  await chooseFilter(user, 'Of what', 'User');
  await user.click(screen.getByRole('radio', { name: 'Today' }));
  await addressIs('/Users/Audit?range=today&person=gardener&verb=unlocked&object=user&outcome=refused');
  expect(screen.getByRole('radio', { name: 'Today' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Outcome: Refused' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await addressIs('/Users/Audit?range=today');
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveValue('');
});

test('a part of a name suggests people, of whom Enter takes the first; a day of the week is one click', async () => {
  await setName(site, 'ordinary', 'Quillfeather', 'Ashdown');
  const user = await openReport();
  await user.type(screen.getByRole('combobox', { name: 'Person' }), 'quillf');
  expect(await screen.findByText('Quillfeather Ashdown')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  await addressIs('/Users/Audit?person=ordinary');
  const yesterday = new Date(Date.now() - 86_400_000);
  const name = yesterday.toLocaleDateString('en-US', { weekday: 'short' });
  await user.click(screen.getByRole('radio', { name }));
  const day = [yesterday.getFullYear(), yesterday.getMonth() + 1, yesterday.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  await addressIs(`/Users/Audit?from=${day}&to=${day}&person=ordinary`);
});

test('a reader who may not list users gets no suggestions, but finds by the typed text', async () => {
  const asked: string[] = [];
  const real = browserTransport();
  const user = await openReport({
    as: 'support_user',
    transport: {
      ...real,
      fetch: (url, init) => {
        asked.push(url);
        return real.fetch(url, init);
      },
    },
  });
  await user.type(screen.getByRole('combobox', { name: 'Person' }), 'ordinary{Enter}');
  await addressIs('/Users/Audit?person=ordinary');
  expect(asked.filter((url) => url.includes('/Users/Search'))).toEqual([]);
});

test('a pasted mailbox is looked for by its address', async () => {
  await insertEvents('planter');
  const user = await openReport();
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.paste('Ann Lee <ann@x.example>');
  await user.keyboard('{Enter}');
  await addressIs('/Users/Audit?person=ann@x.example');
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveValue('ann@x.example');
});

test('two filters chosen before a render both apply', async () => {
  const user = await openReport();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Find a filter' }), 'refused');
  const refused = await screen.findByRole('checkbox', { name: 'Refused' });
  act(() => {
    fireEvent.click(refused);
    fireEvent.click(screen.getByRole('radio', { name: 'Today' }));
  });
  await addressIs('/Users/Audit?range=today&outcome=refused');
});

test('former links to an actor or a target become tokens that can be removed', async () => {
  await insertEvents('gardener', 1);
  const user = await openReport({ query: '?actor=gardener&target=planted_1&range=all' });
  await user.click(await screen.findByRole('button', { name: 'Remove Actor: gardener' }));
  await addressIs('/Users/Audit?range=all&target=planted_1');
});

test('the organisation column is shown only to users who see several', async () => {
  await insertEvents('planter');
  await openReport({ query: '?actor=planter' });
  await screen.findAllByText('planted_1');
  expect(screen.queryByText('Organisation', { selector: 'span' })).not.toBeInTheDocument();
});

test('without a match it explains how names are matched, and offers a longer period and fewer filters', async () => {
  const user = await openReport({ query: '?actor=nobody-is-called-so' });
  expect(await screen.findByRole('heading', { name: 'No event matches these filters' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search all time' }));
  await addressIs('/Users/Audit?range=all&actor=nobody-is-called-so');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Search all time' })).not.toBeInTheDocument());
});

test('a period without events says so', async () => {
  await openReport({ query: '?from=1999-01-01&to=1999-01-31' });
  expect(await screen.findByRole('heading', { name: 'Nothing happened in this period' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Period: Jan 1, 1999 – Jan 31, 1999' })).toBeVisible();
});

test('a link opens its event in full, though the list starts elsewhere', async () => {
  await insertEvents('linker');
  const [event] = await site.database.query<{ event_id: string; at: Date }>(
    `SELECT event_id, at FROM audit_events WHERE actor = 'linker'`,
  );
  await openReport({ query: `?actor=nobody&event=${event?.event_id ?? ''}&at=${event?.at.toISOString() ?? ''}` });
  const panel = await screen.findByRole('complementary', { name: 'Unlocked by linker' });
  expect(panel).toHaveTextContent('old@example.com → new@example.com');
  expect(panel).toHaveTextContent(event?.event_id ?? '');
  expect(within(panel).getByRole('link', { name: 'All by this actor' })).toHaveAttribute('href', '/Users/Audit?actor=linker');
});

test('the event of another organisation is not in the report', async () => {
  const [event] = await site.database.query<{ event_id: string; at: Date }>(
    `SELECT event_id, at FROM audit_events WHERE organisation = 'Northgate Portfolio' LIMIT 1`,
  );
  await openReport({ query: `?event=${event?.event_id ?? ''}&at=${event?.at.toISOString() ?? ''}` });
  expect(await screen.findByText(/^This event is not in the report/)).toBeVisible();
});

test('an export has the server’s file name, shows its progress, and is audited', async () => {
  await insertEvents('exporter', 40);
  const saved: { name: string; text: string }[] = [];
  const real = browserTransport();
  const user = await openReport({
    query: '?actor=exporter',
    transport: {
      ...real,
      save: (name, content) => {
        const reader = new FileReader();
        reader.onload = () => saved.push({ name, text: reader.result as string });
        reader.readAsText(content);
      },
    },
  });
  await totalIs('40 events');
  await startExport(user, 'CSV');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^audit-Harbour Mutual-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(saved[0]?.text.trim().split('\r\n')).toHaveLength(41);
  const own = await last(auditEvents(site, { action: 'Users.AuditReport' }, 'details'));
  expect(own.details).toMatchObject({ export: 'csv', actor: 'exporter' });
});

test('an export tells how far it is; cancelled, it is cut off, saves nothing and says so', async () => {
  await insertEvents('halfway', 100);
  const held: Held = { part: 'format=csv', saved: [] };
  const { user } = await openPageAs(site, 'subadmin', '/Users/Audit?actor=halfway', { transport: heldHalfway(held) });
  await totalIs('100 events');
  await startExport(user, 'CSV');
  expect(await screen.findByText(/^(4\d|50) of 100 events · \d/)).toBeVisible();
  const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Export' });
  expect([progress.value > 40 && progress.value <= 50, progress.max]).toEqual([true, 100]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(progress).not.toBeInTheDocument());
  expect(held).toMatchObject({ saved: [], state: 'cutOff' });
  expect(await screen.findByText('Export cancelled. Nothing was saved.')).toBeVisible();
});

test('an interrupted export saves nothing, says so, and can be tried again', async () => {
  const real = browserTransport();
  const saved: string[] = [];
  let broken = true;
  const user = await openReport({
    transport: {
      ...real,
      wait: () => Promise.resolve(),
      save: (name) => saved.push(name),
      fetch: (url, init) =>
        broken && url.includes('format=') ? Promise.reject(new TypeError('Failed to fetch')) : real.fetch(url, init),
    },
  });
  await startExport(user, 'JSON');
  const alert = await screen.findByText('The connection was lost during the export, so nothing was saved.');
  expect(saved).toEqual([]);
  broken = false;
  await user.click(within(alert.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.json$/)]));
});

test.each<readonly [string, () => Response, string]>([
  [
    '429',
    () => Response.json({ code: 'TooManyDownloads', message: 'Two are under way.' }, { status: 429 }),
    'Two are under way.',
  ],
  ['403', () => Response.json({ code: 'Forbidden', message: 'You are not allowed.' }, { status: 403 }), 'You are not allowed.'],
  ['a text of a firewall', () => new Response('Blocked by policy 17', { status: 406 }), 'Blocked by policy 17'],
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'An error unknown error occurred'],
  [
    'a page that claims success',
    () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    'The connection was lost during the export, so nothing was saved.',
  ],
])('an export that is refused (%s) says why, once, beside “Try again”', async (_what, answer, text) => {
  const saved: string[] = [];
  const { user } = await openPageAs(site, 'subadmin', '/Users/Audit', {
    transport: (own) => ({
      ...own,
      wait: () => Promise.resolve(),
      save: (name) => saved.push(name),
      fetch: (url, init) => (url.includes('format=') ? Promise.resolve(answer()) : own.fetch(url, init)),
    }),
  });
  await screen.findByRole('button', { name: 'Export' });
  await startExport(user, 'CSV');
  const [alert, ...others] = await screen.findAllByRole('alert');
  expect(others).toEqual([]);
  expect(alert).toHaveTextContent(text);
  expect(within(alert as HTMLElement).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(saved).toEqual([]);
});
