/** What the frame itself shows: no access, nothing at this address, and what could not be loaded. */
import type { State } from './visit.ts';
import type { Visit } from './visit.ts';

async function without(visit: Visit, chunk: RegExp): Promise<void> {
  await visit.page.setRequestInterception(true);
  visit.page.on('request', (request) => {
    if (chunk.test(new URL(request.url()).pathname)) void request.abort();
    else void request.continue();
  });
}

export const shellStates: readonly State[] = [
  {
    name: 'no-access',
    async reach(visit) {
      await visit.as('ordinary');
      await visit.open('/Users/List');
      await visit.heading('login:noAccess.heading');
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
    complains: /ERR_FAILED|No screen|ChunkLoadError/,
    async reach(visit) {
      await without(visit, /\/login-more[.-]/);
      await visit.open('/LoginHelp');
      await visit.heading('common:failed.title');
    },
  },
  {
    name: 'broken-page',
    complains: /ERR_FAILED/,
    async reach(visit) {
      await without(visit, /\/main[.-].*\.js/);
      await visit.page.goto(`${visit.site.url}/LoginHelp`);
      await visit.see('#app .broken');
    },
  },
];
