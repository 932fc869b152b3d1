/** Organisations: list, side panel, and confirmations. */
import type { Visit } from './visit.ts';
import type { State } from './visit.ts';

const open = '.side-panel .organisations-acts';

async function listed(visit: Visit, query = ''): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Organisations${query}`);
  await visit.see('.ag-row [col-id="organisationName"], .list-state');
}

async function beside(visit: Visit, name = 'Northgate Portfolio'): Promise<void> {
  const { organisation_id: id } = await visit.site.database.row<{ organisation_id: string }>(
    'SELECT organisation_id FROM organisations WHERE name = $1',
    [name],
  );
  await listed(visit, `?organisation=${id}`);
  await visit.see(`${open} button:not([aria-busy])`);
  await visit.page.waitForFunction((acts) => !document.querySelector(`${acts} [aria-busy]`), {}, open);
}

async function asked(visit: Visit, act: string, name?: string): Promise<void> {
  await beside(visit, name);
  await visit.press(`organisations:${act}.open`);
  await visit.see('dialog[open] .button-row');
}

async function own(visit: Visit): Promise<void> {
  await visit.as('subadmin');
  await visit.open('/Organisations');
  await visit.see('.sheet .side-facts');
  await visit.see('#mfa button:not([aria-busy])');
}

export const organisationsStates: readonly State[] = [
  { name: 'organisations', windowOnly: true, reach: (visit) => listed(visit) },
  { name: 'organisations-own', reach: own },
  { name: 'organisations-no-match', windowOnly: true, reach: (visit) => listed(visit, '?search=nowhere+at+all') },
  {
    name: 'organisations-failed',
    windowOnly: true,
    complains: /503/,
    async reach(visit) {
      await visit.as('sysadmin');
      await visit.disturb('/api/Organisations', 'failure');
      await visit.open('/Organisations');
      await visit.see('.list-state[role="alert"]');
    },
  },
  { name: 'organisations-panel', windowOnly: true, reach: (visit) => beside(visit) },
  {
    name: 'organisations-register',
    windowOnly: true,
    async reach(visit) {
      await listed(visit);
      await visit.press('organisations:register.open');
      await visit.see('dialog[open] form');
    },
  },
  {
    name: 'organisations-register-taken',
    windowOnly: true,
    complains: /409/,
    async reach(visit) {
      await listed(visit);
      await visit.press('organisations:register.open');
      await visit.see('dialog[open] form');
      await visit.fill({ organisationName: 'Harbour Mutual' });
      await visit.submit();
      await visit.see('dialog .field-error');
    },
  },
  { name: 'organisations-rename', windowOnly: true, reach: (visit) => asked(visit, 'rename') },
  { name: 'organisations-require-mfa', windowOnly: true, reach: (visit) => asked(visit, 'require') },
  { name: 'organisations-withdraw', windowOnly: true, reach: (visit) => asked(visit, 'withdraw') },
  {
    name: 'organisations-reset',
    windowOnly: true,
    async reach(visit) {
      await visit.site.database.query(
        `UPDATE users SET mfa_required_override = true WHERE user_id IN (SELECT user_id FROM users u JOIN organisations o USING
         (organisation_id) WHERE o.name = 'Kaveri Finance' ORDER BY user_name LIMIT 7)`,
      );
      await asked(visit, 'reset', 'Kaveri Finance');
      await visit.see('dialog .organisations-people');
    },
  },
  {
    name: 'organisations-reset-nobody',
    windowOnly: true,
    async reach(visit) {
      await visit.site.database.query(
        `UPDATE users SET mfa_required_override = NULL WHERE organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio')`,
      );
      await asked(visit, 'reset');
    },
  },
];
