/** Dialogs that can appear over any protected page, and the account menu. */
import { logInAs } from '../../support/logInAs.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import type { State, Visit } from './visit.ts';

/** Logs in with a separate session, as the state ends or changes it. The returned function updates its row. */
async function ownSession({ site, page }: Visit, userName: string): Promise<(assignment: string) => Promise<void>> {
  const client = await logInAs(site, userName);
  await copySessionToPage(client, page);
  const { sessionId } = (await client.ok('Users.Sessions')).find(({ current }) => current) ?? { sessionId: '' };
  return async (assignment) => {
    await site.database.query(`UPDATE sessions SET ${assignment} WHERE session_id = $1`, [sessionId]);
  };
}

async function openAndType(visit: Visit): Promise<void> {
  await visit.open('/SecurityDetails');
  await visit.waitForVisible('#email form');
  await visit.fill({ currentPassword: 'half a pass' });
}

export const dialogStates: readonly State[] = [
  {
    name: 'dialog-login-again',
    windowOnly: true,
    async reach(visit) {
      const updateSession = await ownSession(visit, 'ordinary');
      await openAndType(visit);
      await updateSession(`expires_at = now() - interval '1 minute'`);
      await visit.click('#email [type="submit"]');
      await visit.waitForVisible('[role="dialog"] [name="password"]');
    },
  },
  {
    name: 'dialog-session-ending',
    windowOnly: true,
    async reach(visit) {
      const updateSession = await ownSession(visit, 'ordinary');
      await updateSession(`expires_at = now() + interval '115 seconds'`);
      await visit.open('/SecurityDetails');
      await visit.waitForVisible('[role="dialog"]');
    },
  },
  {
    name: 'dialog-leave',
    windowOnly: true,
    as: 'ordinary',
    reach: openAndType,
    click: 'header a[title]',
    shows: '[role="dialog"]',
  },
  {
    name: 'dialog-confirm-identity',
    windowOnly: true,
    async reach(visit) {
      const updateSession = await ownSession(visit, 'ordinary');
      await updateSession(`authenticated_at = now() - interval '2 hours'`);
      await visit.page.goto(`${visit.site.url}/EnrolMfa`);
      await visit.waitForVisible('[role="dialog"] [name="password"]');
    },
  },
  {
    name: 'dialog-confirm-identity-wrong',
    windowOnly: true,
    async reach(visit) {
      const updateSession = await ownSession(visit, 'ordinary');
      await updateSession(`authenticated_at = now() - interval '2 hours'`);
      await visit.page.goto(`${visit.site.url}/EnrolMfa`);
      await visit.waitForVisible('[role="dialog"] [name="password"]');
      await visit.fill({ password: 'Wrong-pass-1' });
      await visit.click('[role="dialog"] [type="submit"]');
      await visit.waitForVisible('[role="dialog"] :is([aria-invalid="true"], [role="alert"])');
    },
  },
  {
    name: 'confirm-identity-declined',
    async reach(visit) {
      const updateSession = await ownSession(visit, 'ordinary');
      await updateSession(`authenticated_at = now() - interval '2 hours'`);
      await visit.page.goto(`${visit.site.url}/EnrolMfa`);
      await visit.waitForVisible('[role="dialog"] [name="password"]');
      await visit.page.keyboard.press('Escape');
      await visit.heading('mfa:enrol.heading');
    },
  },
  {
    name: 'account-menu',
    windowOnly: true,
    async reach(visit) {
      await visit.as('sysadmin');
      await visit.open('/SecurityDetails');
      await visit.waitForVisible('#email form');
      await visit.click(`header [title="${visit.translate('common:bar.account')}"]`);
      await visit.waitForVisible('[role="dialog"] [role="radiogroup"]');
    },
  },
];
