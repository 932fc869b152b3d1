/** Access table of SPEC.md point 2: what each screen shows to each kind of user, by address and by client-side navigation. */
import type { Page } from 'puppeteer';
import type { RoleName } from '@api/contract/person.ts';
import { screens } from '@src/app/routes.tsx';
import type { Access } from '@src/navigation/screen.ts';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

interface Row {
  /** A concrete address when the route pattern is not one. */
  readonly address?: string;
  /** Heading shown to users with access. */
  readonly heading: string;
  /** Heading shown to a subscriber administrator instead. */
  readonly forSubscriber?: string;
  /** The address to which the screen itself redirects when no sign-in step is pending. */
  readonly leadsTo?: string;
}

const LOGIN = 'Log in to Gatehouse';

const rows: Readonly<Record<string, Row>> = {
  '/Login': { heading: LOGIN, leadsTo: '/Login/Gatehouse' },
  '/Login/:application': { address: '/Login/Gatehouse', heading: LOGIN },
  '/LoginHelp': { heading: 'Help with logging in' },
  '/LoginRejected': { heading: "You can't log in" },
  '/LoginMfa/:rememberMe': { address: '/LoginMfa/false', heading: LOGIN, leadsTo: '/Login/Gatehouse' },
  '/NoAccess': { heading: 'No access' },
  '/EnrolMfa': { heading: LOGIN, leadsTo: '/Login/Gatehouse' },
  '/ForgottenUsername': { heading: 'Forgotten username' },
  '/ForgottenPassword': { heading: 'Forgotten password' },
  '/ReceivedInvite': { heading: 'There is no invitation at this address' },
  '/Users/CompleteInvite': { heading: 'There is no invitation at this address' },
  '/RegistrationComplete': { heading: 'Create account' },
  '/ContactSupport': { heading: 'Contact support' },
  '/Support/Ticket': { heading: 'This link no longer works' },
  '/ConfirmEmail': { heading: 'This link no longer works' },
  '/SecurityDetails': { heading: 'Security details' },
  '/Users': { heading: 'User admin', leadsTo: '/Users/List' },
  '/Users/List/:filter?/:search?': { address: '/Users/List/active', heading: 'User admin' },
  '/Users/Edit/:userName': { address: '/Users/Edit/ordinary', heading: 'Edit user' },
  '/Users/Invite': { heading: 'Invite user' },
  '/Users/Reinvite/:userId': { address: '/Users/Reinvite/00000000-0000-4000-8000-000000000000', heading: 'Resend invitation' },
  '/Users/Add': { heading: 'Add user' },
  '/Overview': { heading: 'Overview' },
  '/Approvals': { heading: 'Approvals' },
  '/Users/Audit': { heading: 'Audit report' },
  '/Users/Reports': { heading: 'Reports' },
  '/Users/Import': { heading: 'Import users' },
  '/Users/MoveIn/:importId?': { address: '/Users/MoveIn', heading: 'Move in from another system' },
  '/Roles/:roleName?': { address: '/Roles', heading: 'User admin', leadsTo: '/Users/List' },
  '/Settings': { heading: 'Settings' },
  '/Organisations': { heading: 'Organisations', forSubscriber: 'Organisation' },
  '/Organisations/Connections/:organisationPublicId': {
    address: '/Organisations/Connections/00000000-0000-4000-8000-000000000000',
    heading: 'Connections',
  },
  '/Organisations/Login/:organisationPublicId': {
    address: '/Organisations/Login/00000000-0000-4000-8000-000000000000',
    heading: 'Connections',
    leadsTo: '/Organisations/Connections/00000000-0000-4000-8000-000000000000',
  },
  '/Organisations/Provisioning/:organisationPublicId': {
    address: '/Organisations/Provisioning/00000000-0000-4000-8000-000000000000',
    heading: 'Connections',
    leadsTo: '/Organisations/Connections/00000000-0000-4000-8000-000000000000',
  },
  '/Support/Tickets': { heading: 'Tickets' },
  '/Applications': { heading: 'Applications' },
  '/Applications/Add': { heading: 'Register application' },
  '/Applications/Edit/:applicationId': {
    address: '/Applications/Edit/00000000-0000-4000-8000-000000000000',
    heading: 'Edit application',
  },
  '/Applications/Preview/:applicationId': {
    address: '/Applications/Preview/00000000-0000-4000-8000-000000000000',
    heading: 'What an application receives',
  },
  '/MyApplications': { heading: 'My applications' },
};

interface Seen {
  readonly heading: string;
  readonly path: string;
}

interface Visitor {
  readonly roles: readonly (RoleName | 'anonymous')[];
  readonly client?: () => Promise<Client>;
}

async function impersonating(): Promise<Client> {
  const client = await logInAs(site, 'subadmin');
  await client.ok('Users.Impersonate', { userName: 'ordinary' });
  return client;
}

const visitors: Readonly<Record<string, Visitor>> = {
  anonymous: { roles: ['anonymous'], client: () => Promise.resolve(createClient(site)) },
  ordinary: { roles: [] },
  support_user: { roles: ['Support'] },
  subadmin: { roles: ['SubscriberAdministration'] },
  system_only: { roles: ['SystemAdministration'] },
  sysadmin: { roles: ['SubscriberAdministration', 'SystemAdministration'] },
  'subadmin as ordinary': { roles: [], client: impersonating },
};

const protectedScreens = screens.filter(({ access }) => access !== 'open');
const open = screens.filter(({ access }) => access === 'open');

const rowOf = (pattern: string): Row & { readonly address: string } => {
  const row = rows[pattern];
  if (!row) throw new Error(`The table has no row for ${pattern}`);
  return { address: pattern, ...row };
};

function expected(pattern: string, access: Access, { roles }: Visitor): Seen {
  const { address, heading, forSubscriber, leadsTo = address } = rowOf(pattern);
  const isSubscriber = roles.includes('SubscriberAdministration') && !roles.includes('SystemAdministration');
  const shown = { heading: isSubscriber && forSubscriber !== undefined ? forSubscriber : heading, path: leadsTo };
  if (access === 'open') return shown;
  if (roles.includes('anonymous')) return { heading: LOGIN, path: `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(address)}` };
  if (access === 'session' || access.some((role) => roles.includes(role))) return shown;
  return { heading: 'No access', path: '/NoAccess' };
}

/** Waits for what the page shows once it has navigated away from `from`. */
async function awaitArrival(page: Page, wanted: Seen): Promise<Seen> {
  const read = () => ({
    heading: document.querySelector('h1')?.textContent ?? '',
    path: location.pathname + location.search,
  });
  await page
    .waitForFunction(
      ({ heading, path }) =>
        document.querySelector('h1')?.textContent === heading && location.pathname + location.search === path,
      {},
      wanted,
    )
    .catch(() => undefined);
  return page.evaluate(read);
}

/** Uses the link in the bar if there is one, otherwise a history entry, so that the page is not reloaded. */
async function enterByLink(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLElement>(`header nav a[href="${to}"]`);
    if (link) {
      link.click();
      return;
    }
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** Enters every screen the same way, each from where the previous one ended. */
async function enterEach(page: Page, which: typeof screens, visitor: Visitor, enter: (address: string) => Promise<unknown>) {
  const found: Record<string, Seen> = {};
  const table: Record<string, Seen> = {};
  for (const { path, access } of which) {
    const { address } = rowOf(path.pattern);
    table[address] = expected(path.pattern, access, visitor);
    await enter(address);
    found[address] = await awaitArrival(page, table[address]);
  }
  return { found, table };
}

test.each(Object.entries(visitors))('Each protected screen, by address and from inside: %s', async (name, visitor) => {
  const page = await browser.newPage();
  await copySessionToPage(await (visitor.client?.() ?? logInAs(site, name)), page);
  const byAddress = await enterEach(page, protectedScreens, visitor, (address) =>
    page.goto(site.url + address, { waitUntil: 'domcontentloaded' }),
  );
  expect(byAddress.found).toEqual(byAddress.table);
  await page.goto(`${site.url}/LoginHelp`);
  await awaitArrival(page, { heading: 'Help with logging in', path: '/LoginHelp' });
  const inside = await enterEach(page, protectedScreens, visitor, (address) => enterByLink(page, address));
  expect(inside.found).toEqual(inside.table);
});

test('Each open screen shows itself to an anonymous visitor, by address and from inside', async () => {
  const page = await browser.newPage();
  const anonymous: Visitor = { roles: ['anonymous'] };
  const byAddress = await enterEach(page, open, anonymous, (address) =>
    page.goto(site.url + address, { waitUntil: 'domcontentloaded' }),
  );
  expect(byAddress.found).toEqual(byAddress.table);
  const inside = await enterEach(page, open, anonymous, (address) => enterByLink(page, address));
  expect(inside.found).toEqual(inside.table);
});

test('The table has exactly one row for each screen', () => {
  expect(Object.keys(rows).sort()).toEqual(screens.map(({ path }) => path.pattern).sort());
});
