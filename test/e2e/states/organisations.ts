/** Organisations: the list, one beside it, and what is asked before something changes. */
import type { Visit } from './visit.ts';
import type { State } from './visit.ts';

const open = '.side-panel .organisations-acts';

async function listed(visit: Visit, { query = '', userName = 'sysadmin' } = {}): Promise<void> {
  await visit.as(userName);
  await visit.open(`/Organisations${query}`);
  await visit.see('.ag-row [col-id="organisationName"], .list-state');
}

async function beside(visit: Visit, name = 'Northgate Portfolio', userName?: string): Promise<void> {
  const { organisation_id: id } = await visit.site.database.row<{ organisation_id: string }>(
    'SELECT organisation_id FROM organisations WHERE name = $1',
    [name],
  );
  await listed(visit, { query: `?organisation=${id}`, ...(userName && { userName }) });
  await visit.see(`${open} button:not([aria-busy])`);
  await visit.page.waitForFunction((acts) => !document.querySelector(`${acts} [aria-busy]`), {}, open);
}

async function asked(visit: Visit, act: string, name?: string, userName?: string): Promise<void> {
  await beside(visit, name, userName);
  await visit.press(`organisations:${act}.open`);
  await visit.see('dialog[open] .button-row');
}

export const organisationsStates: readonly State[] = [
  { name: 'organisations', windowOnly: true, reach: (visit) => listed(visit) },
  { name: 'organisations-own', windowOnly: true, reach: (visit) => listed(visit, { userName: 'subadmin' }) },
  { name: 'organisations-no-match', windowOnly: true, reach: (visit) => listed(visit, { query: '?search=nowhere+at+all' }) },
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
  { name: 'organisations-panel-own', windowOnly: true, reach: (visit) => beside(visit, 'Harbour Mutual', 'subadmin') },
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
