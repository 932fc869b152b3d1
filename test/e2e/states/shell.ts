/** Error screens of the shell: no access, not found, and code that failed to load. */
import type { State, Visit } from './visit.ts';

const TABLET_PX = 768;

const blockCode = (visit: Visit, chunk: RegExp) =>
  visit.intercept((request) => (chunk.test(new URL(request.url()).pathname) ? request.abort() : request.continue()));

export const shellStates: readonly State[] = [
  { name: 'no-access', as: 'ordinary', at: '/Users/List', heading: 'session:noAccess.heading' },
  { name: 'no-access-by-address', reach: (visit) => visit.open('/NoAccess') },
  { name: 'missing-page', at: '/Nowhere/At/All', heading: 'common:missing.title' },
  {
    name: 'help-menu',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      await visit.as('subadmin');
      await visit.open('/Users/List');
      await visit.click(`button[aria-label="${visit.translate('common:bar.help')}"]`);
      await visit.waitForVisible('[role="dialog"] a');
    },
  },
  {
    name: 'more-links',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      await visit.as('sysadmin');
      await visit.open('/Users/List');
      // On a wide window all links have room.
      if (await visit.page.evaluate((tabletPx) => innerWidth > tabletPx, TABLET_PX)) await visit.resize(TABLET_PX);
      await visit.press('common:bar.more');
      await visit.waitForVisible('[role="dialog"] a');
    },
  },
  {
    name: 'failed-page',
    expectedErrors: /ERR_FAILED|No screen|ChunkLoadError/,
    async reach(visit) {
      await blockCode(visit, /\/login-more[.-]/);
      // The page reloads once by itself.
      await visit.page.goto(`${visit.site.url}/LoginHelp`);
      await visit.heading('common:failed.title');
    },
  },
  {
    name: 'broken-page',
    expectedErrors: /ERR_FAILED/,
    async reach(visit) {
      await blockCode(visit, /\/main[.-].*\.js/);
      await visit.page.goto(`${visit.site.url}/LoginHelp`);
      await visit.waitForVisible('#app > main');
    },
  },
];
