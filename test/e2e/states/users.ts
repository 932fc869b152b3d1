/** The user list: rows, empty and error states, panel, menus, dialogs and palette. */
import type { State, Visit } from './visit.ts';
import { lock } from '../../support/changeUser.ts';
import { organisationIdOf } from '../../support/organisations.ts';

async function openList(visit: Visit, { path = '/Users/List', userName = 'sysadmin' } = {}): Promise<void> {
  await visit.as(userName);
  await visit.open(path);
  await visit.waitForVisible('[role="gridcell"][col-id="name"]');
}

async function openWithHeading(
  visit: Visit,
  path: string,
  heading: string,
  values?: Readonly<Record<string, string>>,
): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(path);
  await visit.heading(heading, values);
}

async function openListOf(visit: Visit, userName: string): Promise<void> {
  await openList(visit, { path: `/Users/List/all/${userName}` });
  await visit.page.waitForFunction(() => document.querySelectorAll('[role="gridcell"][col-id="name"]').length === 1);
}

async function openMenu(visit: Visit, userName: string): Promise<void> {
  await openListOf(visit, userName);
  await visit.click('[role="gridcell"][col-id="actions"] button');
  await visit.waitForVisible('[role="menuitem"]');
}

async function openConfirmation(visit: Visit, userName: string, action: string): Promise<void> {
  await openMenu(visit, userName);
  await visit.press(action);
  await visit.waitForVisible('[role="dialog"]');
}

async function openPalette(visit: Visit, text: string, path?: string): Promise<void> {
  await openList(visit, path === undefined ? {} : { path });
  await visit.page.keyboard.down('Control');
  await visit.page.keyboard.press('k');
  await visit.page.keyboard.up('Control');
  await visit.waitForVisible('[role="dialog"] [role="combobox"]');
  if (text !== '') await visit.page.keyboard.sendCharacter(text);
  await visit.page.waitForSelector('[role="dialog"] [role="listbox"][aria-busy="false"]');
}

export const usersStates: readonly State[] = [
  { name: 'users', windowOnly: true, reach: openList },
  { name: 'users-of-organisation', windowOnly: true, reach: (visit) => openList(visit, { userName: 'subadmin' }) },
  { name: 'users-filtered', windowOnly: true, reach: (visit) => openList(visit, { path: '/Users/List?only=locked' }) },
  {
    name: 'users-plain-rows',
    windowOnly: true,
    async reach(visit) {
      await visit.intercept((request) => (request.url().includes('/grid.') ? undefined : request.continue()));
      await visit.as('sysadmin');
      await visit.open('/Users/List');
      await visit.waitForVisible('main table tbody td');
    },
  },
  {
    name: 'users-loading',
    windowOnly: true,
    as: 'sysadmin',
    hangs: '/api/Users/Page',
    at: '/Users/List?sort=userName',
    shows: 'main table',
  },
  {
    name: 'users-compact',
    windowOnly: true,
    async reach(visit) {
      await visit.onNewDocument(() => {
        localStorage.setItem('fontSize', 'compact');
      });
      await openList(visit, { userName: 'second_sub' });
    },
  },
  { name: 'users-search', windowOnly: true, reach: (visit) => openList(visit, { path: '/Users/List/all/an' }) },
  {
    name: 'users-counting',
    windowOnly: true,
    async reach(visit) {
      const client = await visit.fixtures.client(visit.site, 'sysadmin');
      // Only a full page does not reveal the total.
      const { rows = [] } = await client.ok('Users.Page', { limit: 100 });
      const page = JSON.stringify({ rows });
      await visit.intercept((request) => {
        if (request.url().includes('/api/Users/Counts')) return undefined;
        const isPage = request.url().includes('/api/Users/Page');
        return isPage ? request.respond({ contentType: 'application/json', body: page }) : request.continue();
      });
      await openList(visit, { path: '/Users/List' });
      await visit.page.waitForFunction(() => /\d \p{L}+ …/u.test(document.querySelector('main')?.textContent ?? ''));
    },
  },
  {
    name: 'users-no-match',
    windowOnly: true,
    reach: (visit) => openWithHeading(visit, '/Users/List/disabled/zzzz', 'users:empty.search.heading', { search: 'zzzz' }),
  },
  {
    name: 'users-empty-filter',
    windowOnly: true,
    async reach(visit) {
      await visit.site.database.query(
        `UPDATE users SET locked_until = NULL WHERE user_name <> 'locked_user' AND locked_until IS NOT NULL`,
      );
      await visit.as('second_sub');
      await visit.open('/Users/List?only=locked');
      await visit.heading('users:empty.conditions.heading');
    },
  },
  {
    name: 'users-failed',
    windowOnly: true,
    fails: '/api/Users/Page',
    reach: (visit) => openWithHeading(visit, '/Users/List?sort=userName', 'users:empty.failed.heading'),
  },
  {
    name: 'users-tour',
    windowOnly: true,
    async reach(visit) {
      await openList(visit, {});
      await visit.click(`button[aria-label="${visit.translate('common:bar.help')}"]`);
      await visit.press('common:bar.tour');
    },
    shows: '[role="dialog"] button',
  },
  { name: 'users-ways', windowOnly: true, reach: openList, click: '.users-list header .joined > button', shows: '.popover a' },
  {
    name: 'users-panel',
    windowOnly: true,
    async reach(visit) {
      await openList(visit, { path: '/Users/List?user=locked_user' });
      await visit.waitForVisible('aside table');
      await visit.waitForVisible('aside section li');
    },
  },
  {
    name: 'users-panel-logins',
    windowOnly: true,
    async reach(visit) {
      await visit.fixtures.once('logins of ordinary', () => visit.fixtures.client(visit.site, 'ordinary'));
      await openList(visit, { path: '/Users/List?user=ordinary' });
      await visit.waitForVisible('aside [role="tab"]');
      await visit.click('aside [role="tab"]:nth-child(2)');
      await visit.waitForVisible('aside ol time');
    },
  },
  {
    name: 'users-panel-invited',
    windowOnly: true,
    reach: (visit) => openList(visit, { path: '/Users/List?user=invited%40example.com' }),
    shows: 'aside section a',
  },
  {
    name: 'users-panel-fine',
    windowOnly: true,
    reach: (visit) => openList(visit, { path: '/Users/List?user=mfa_user' }),
    shows: 'aside table',
  },
  {
    name: 'users-panel-missing',
    windowOnly: true,
    reach: (visit) => openList(visit, { path: '/Users/List?user=nobody_at_all' }),
    shows: 'aside > p',
  },
  { name: 'users-menu', windowOnly: true, closesOnResize: true, reach: (visit) => openMenu(visit, 'locked_user') },
  { name: 'users-menu-own', windowOnly: true, closesOnResize: true, reach: (visit) => openMenu(visit, 'sysadmin') },
  { name: 'users-menu-mfa', windowOnly: true, closesOnResize: true, reach: (visit) => openMenu(visit, 'mfa_user') },
  {
    name: 'users-recovery-code',
    windowOnly: true,
    reach: (visit) => openList(visit, { path: '/Users/List?user=mfa_user' }),
    press: 'actions:recoveryCode.label',
    click: '[role="dialog"] button:last-of-type',
    shows: '[role="dialog"] output',
  },
  { name: 'users-disable', windowOnly: true, reach: (visit) => openConfirmation(visit, 'mfa_user', 'actions:disable.label') },
  {
    name: 'users-unlocked',
    windowOnly: true,
    async reach(visit) {
      await lock(visit.site, 'locked_user', '1 day');
      await openMenu(visit, 'locked_user');
      await visit.press('actions:unlock.label');
      await visit.waitForVisible('ol [role="status"]');
      await lock(visit.site, 'locked_user', '1 day');
    },
  },
  {
    name: 'users-filter-menu',
    windowOnly: true,
    reach: (visit) => openList(visit, { path: '/Users/List?status=locked&mfa=off' }),
    press: 'users:filters.add',
    shows: '[role="dialog"] input[type="checkbox"]',
  },
  {
    name: 'users-organisation-filter',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      const id = await organisationIdOf(visit.site, 'Harbour Mutual');
      await openList(visit, { path: `/Users/List?organisation=${id}` });
      await visit.click('[data-stop="organisation"]');
      await visit.waitForVisible('[role="dialog"] input[type="checkbox"]');
    },
  },
  {
    name: 'users-columns',
    windowOnly: true,
    async reach(visit) {
      await openList(visit);
      await visit.click(`[aria-label="${visit.translate('users:tools.columns')}"]`);
      await visit.waitForVisible('[role="dialog"] input[type="checkbox"]');
    },
  },
  {
    name: 'users-views',
    windowOnly: true,
    async reach(visit) {
      await openList(visit);
      await visit.click(`[aria-label="${visit.translate('users:views.title')}"]`);
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
  {
    name: 'users-keys',
    windowOnly: true,
    async reach(visit) {
      await openList(visit);
      await visit.page.keyboard.press('?');
      await visit.waitForVisible('[role="dialog"] kbd');
    },
  },
  { name: 'palette', windowOnly: true, reach: (visit) => openPalette(visit, '') },
  { name: 'palette-found', windowOnly: true, reach: (visit) => openPalette(visit, 'user'), shows: '[role="dialog"] mark' },
  {
    name: 'palette-user',
    windowOnly: true,
    reach: (visit) => openPalette(visit, '', '/Users/List?user=sysadmin'),
    shows: '[role="dialog"] [aria-disabled="true"]',
  },
  {
    name: 'palette-nothing',
    windowOnly: true,
    async reach(visit) {
      await openPalette(visit, 'zzzzzz');
      await visit.waitForVisible(`[role="dialog"] ::-p-text(${visit.translate('users:filters.nothing')})`);
    },
  },
  {
    name: 'palette-failed',
    windowOnly: true,
    fails: '/api/Users/Search',
    reach: (visit) => openPalette(visit, 'an'),
    shows: '[role="dialog"] [role="alert"]',
  },
];
