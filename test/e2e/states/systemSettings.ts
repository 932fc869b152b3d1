/** Settings of the installation: all, one being changed with what it would change, a mail, a wrong value, and failed. */
import type { State, Visit } from './visit.ts';

async function open(visit: Visit): Promise<void> {
  await visit.as('sysadmin');
  await visit.open('/Settings');
  await visit.waitForVisible('.setting');
}

async function change(visit: Visit, name: string, value: string): Promise<void> {
  await open(visit);
  const form = `#${name === 'mailFoot' ? 'mail' : 'sessions'} form`;
  const place = name === 'mailFoot' ? 3 : 1;
  await visit.page.click(
    `#${name === 'mailFoot' ? 'mail' : 'sessions'} .setting:nth-child(${String(place)}) .setting-head button`,
  );
  await visit.waitForVisible(form);
  await visit.fill({ value });
}

export const systemSettingsStates: readonly State[] = [
  { name: 'settings', reach: open },
  {
    name: 'settings-change',
    async reach(visit) {
      await change(visit, 'sessionIdleMinutes', '10');
      await visit.waitForVisible('.setting-preview[aria-busy="false"] p');
    },
  },
  {
    name: 'settings-mail',
    async reach(visit) {
      await change(visit, 'mailFoot', 'Harbour Mutual\nBergen');
      await visit.waitForVisible('.setting-mail');
    },
  },
  {
    name: 'settings-wrong',
    async reach(visit) {
      await change(visit, 'sessionIdleMinutes', '2');
      await visit.submit();
      await visit.waitForVisible('[aria-invalid="true"]');
    },
  },
  { name: 'settings-failed', as: 'sysadmin', fails: '/api/Settings', at: '/Settings', shows: 'main button' },
];
