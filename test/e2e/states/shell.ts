/** Error screens of the shell: no access, not found, and code that failed to load. */
import type { State } from './visit.ts';
import type { Visit } from './visit.ts';

const blockCode = (visit: Visit, chunk: RegExp) =>
  visit.intercept((request) => (chunk.test(new URL(request.url()).pathname) ? request.abort() : request.continue()));

export const shellStates: readonly State[] = [
  {
    name: 'no-access',
    async reach(visit) {
      await visit.as('ordinary');
      await visit.open('/Users/List');
      await visit.heading('session:noAccess.heading');
    },
  },
  { name: 'no-access-by-address', reach: (visit) => visit.open('/NoAccess') },
  {
    name: 'missing-page',
    async reach(visit) {
      await visit.open('/Nowhere/At/All');
      await visit.heading('common:missing.title');
    },
  },
  {
    name: 'failed-page',
    expectedErrors: /ERR_FAILED|No screen|ChunkLoadError/,
    async reach(visit) {
      await blockCode(visit, /\/login-more[.-]/);
      await visit.open('/LoginHelp');
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
