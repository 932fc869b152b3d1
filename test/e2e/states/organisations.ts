/** Organisations: list, drawer, and confirmations. */
import type { State, Visit } from './visit.ts';
import { organisationIdOf } from '../../support/organisations.ts';

const panelButtons = 'aside [aria-busy="false"]';

async function openList(visit: Visit, query = ''): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Organisations${query}`);
  await visit.waitForVisible('[role="gridcell"][col-id="organisationName"], :is([role="region"], [role="tabpanel"]) h2');
}

async function openPanel(visit: Visit, name = 'Northgate Portfolio'): Promise<void> {
  const id = await organisationIdOf(visit.site, name);
  await openList(visit, `?organisation=${id}`);
  await visit.waitForVisible(panelButtons);
}

async function openConfirmation(visit: Visit, act: string, name?: string): Promise<void> {
  await openPanel(visit, name);
  await visit.press(`organisations:${act}.open`);
  await visit.waitForVisible('[role="dialog"] button');
}

async function openOwn(visit: Visit): Promise<void> {
  await visit.as('subadmin');
  await visit.open('/Organisations');
  await visit.waitForVisible('main section table');
  await visit.waitForVisible('#mfa [aria-busy="false"]');
}

export const organisationsStates: readonly State[] = [
  { name: 'organisations', windowOnly: true, reach: openList },
  { name: 'organisations-own', reach: openOwn },
  { name: 'organisations-no-match', windowOnly: true, reach: (visit) => openList(visit, '?search=nowhere+at+all') },
  {
    name: 'organisations-failed',
    windowOnly: true,
    as: 'sysadmin',
    fails: '/api/Organisations',
    at: '/Organisations',
    shows: 'main [role="alert"]',
  },
  { name: 'organisations-panel', windowOnly: true, reach: openPanel },
  {
    name: 'organisations-register',
    windowOnly: true,
    reach: openList,
    press: 'organisations:register.open',
    shows: '[role="dialog"] form',
  },
  {
    name: 'organisations-register-taken',
    windowOnly: true,
    expectedErrors: /409/,
    async reach(visit) {
      await openList(visit);
      await visit.press('organisations:register.open');
      await visit.waitForVisible('[role="dialog"] form');
      await visit.fill({ organisationName: 'Harbour Mutual' });
      await visit.submit();
      await visit.waitForVisible('[role="dialog"] [aria-invalid="true"]');
    },
  },
  { name: 'organisations-rename', windowOnly: true, reach: (visit) => openConfirmation(visit, 'rename') },
  { name: 'organisations-require-mfa', windowOnly: true, reach: (visit) => openConfirmation(visit, 'require') },
  { name: 'organisations-withdraw', windowOnly: true, reach: (visit) => openConfirmation(visit, 'withdraw') },
  {
    name: 'organisations-reset',
    windowOnly: true,
    async reach(visit) {
      await visit.site.database.query(
        `UPDATE users SET mfa_required_override = true WHERE user_id IN (SELECT user_id FROM users u JOIN organisations o USING
         (organisation_id) WHERE o.name = 'Kaveri Finance' ORDER BY user_name LIMIT 7)`,
      );
      await openConfirmation(visit, 'reset', 'Kaveri Finance');
      await visit.waitForVisible('[role="dialog"] fieldset');
    },
  },
  {
    name: 'organisations-reset-none',
    windowOnly: true,
    async reach(visit) {
      await visit.site.database.query(
        `UPDATE users SET mfa_required_override = NULL WHERE organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio')`,
      );
      await openConfirmation(visit, 'reset');
    },
  },
];
