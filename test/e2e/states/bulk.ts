/** Operations on many users: selection bar, confirmation, progress, and result. */
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import type { State, Visit } from './visit.ts';

/** `_user` matches users of every status. */
async function selectAll(visit: Visit, search = '_user'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/List/all/${search}`);
  await visit.waitForVisible('[role="gridcell"] mark');
  await visit.click('[role="columnheader"] input[type="checkbox"]');
  await visit.waitForVisible('main section[tabindex]');
}

async function openMore(visit: Visit, search?: string): Promise<void> {
  await selectAll(visit, search);
  await visit.click('.bulk-actions [aria-haspopup="menu"]');
  await visit.waitForVisible('[role="menu"]');
}

async function openConfirmation(visit: Visit, action: string): Promise<void> {
  await selectAll(visit);
  await visit.press(`actions:${action}.label`);
  await visit.waitForVisible('[role="dialog"]');
}

/** The page follows an operation in this state; no user of the directory, which other states show, is changed. */
async function follow(visit: Visit, state: LongRunningOperation['state'], counts: LongRunningOperation['counts']): Promise<void> {
  await openConfirmation(visit, 'disable');
  const time = new Date().toISOString();
  const operation: LongRunningOperation = {
    operationId: '00000000-0000-4000-8000-000000000001',
    kind: 'disable',
    state,
    problem: null,
    reason: '',
    requestedAt: time,
    expiresAt: time,
    finishedAt: state === 'done' ? time : null,
    undoes: null,
    counts,
  };
  await visit.intercept((request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/Operations')) return request.continue();
    const isList = pathname.endsWith('/Operations') && request.method() === 'GET';
    const reply = isList ? [] : pathname.endsWith('/Targets') ? { targets: [], next: null } : operation;
    return request.respond({ contentType: 'application/json', body: JSON.stringify(reply) });
  });
  await visit.click('[role="dialog"] button:last-of-type');
}

export const bulkStates: readonly State[] = [
  { name: 'bulk-selected', windowOnly: true, reach: selectAll },
  { name: 'bulk-preview', windowOnly: true, reach: (visit) => openConfirmation(visit, 'disable') },
  { name: 'bulk-more', windowOnly: true, closesOnResize: true, reach: (visit) => openMore(visit, 'ordinary') },
  {
    name: 'bulk-argument',
    windowOnly: true,
    async reach(visit) {
      await openMore(visit);
      await visit.press('actions:giveRole.label');
      await visit.waitForVisible('[role="dialog"]');
    },
  },
  {
    name: 'bulk-move',
    windowOnly: true,
    async reach(visit) {
      await openMore(visit);
      await visit.press('actions:move.label');
      await visit.waitForVisible('[role="dialog"] [role="combobox"]');
      await visit.page.type('[role="dialog"] [role="combobox"]', 'Northgate');
      await visit.page.keyboard.press('Enter');
      await visit.waitForVisible('[role="dialog"] section table');
    },
  },
  {
    name: 'bulk-running',
    windowOnly: true,
    reach: (visit) => follow(visit, 'running', { total: 3, done: 1, failed: 0, skipped: 0 }),
    shows: '[role="progressbar"]',
  },
  {
    name: 'bulk-result',
    windowOnly: true,
    reach: (visit) => follow(visit, 'done', { total: 3, done: 2, failed: 1, skipped: 0 }),
    shows: '.toasts li',
  },
  {
    name: 'bulk-result-details',
    windowOnly: true,
    async reach(visit) {
      await follow(visit, 'done', { total: 3, done: 2, failed: 1, skipped: 0 });
      await visit.waitForVisible('.toasts li');
      await visit.press('bulk:details');
      await visit.waitForVisible('[role="dialog"] table');
    },
  },
];
