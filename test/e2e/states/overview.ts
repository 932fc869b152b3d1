/** The overview: filled, with something unusual, for an empty organisation, and failed. */
import { renewOverview } from '../../support/renewOverview.ts';
import type { State, Visit } from './visit.ts';

async function openOverview(visit: Visit, userName: string): Promise<void> {
  await visit.as(userName);
  await visit.open('/Overview');
  await visit.heading('overview:people.heading');
}

export const overviewStates: readonly State[] = [
  { name: 'overview', reach: (visit) => openOverview(visit, 'sysadmin') },
  { name: 'overview-own', reach: (visit) => openOverview(visit, 'subadmin') },
  {
    name: 'overview-unusual',
    async reach(visit) {
      await visit.fixtures.once(`unusual at ${visit.site.url}`, async () => {
        await visit.site.database.query(
          `INSERT INTO audit_events (event_id, at, action, target, organisation_id, organisation, outcome, ip)
           SELECT gen_random_uuid(), now() - n * interval '1 second', 'Login.Login', 'guest' || n % 4, organisation_id, name, 'failure', '198.51.100.7'
             FROM generate_series(1, 37) n, organisations WHERE name = 'Harbour Mutual'`,
        );
        await renewOverview(visit.site.database);
      });
      await openOverview(visit, 'sysadmin');
      await visit.waitForVisible('main section li');
    },
  },
  {
    name: 'overview-failed',
    as: 'sysadmin',
    fails: '/api/Overview',
    at: '/Overview',
    shows: 'main [role="alert"]',
  },
];
