/** The own account: the page and its dialogs. */
import { logInAs } from '../../support/logInAs.ts';
import { resetUsedCodes } from '../../support/mfa.ts';
import type { State, Visit } from './visit.ts';

const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
];

/** Gives a user two API keys and two more sessions. */
async function addKeysAndSessions({ fixtures, site }: Visit, userName: string): Promise<void> {
  await fixtures.once(`furnished ${userName}`, async () => {
    const client = await fixtures.client(site, userName);
    for (const agent of browsers) {
      await resetUsedCodes(site, userName);
      await logInAs(site, userName, { headers: { 'User-Agent': agent } });
    }
    for (const [name, claim] of [
      ['Nightly report', 'Users.Self'],
      ['Statements for the quarter', 'Users.Sessions'],
    ] as const) {
      await client.ok('ApiKey.Create', { name });
      const { grantableClaims } = await client.ok('ApiKey.OpenAccess');
      const value = grantableClaims.find((one) => one.value === claim)?.value ?? grantableClaims[0]?.value ?? '';
      await client.ok('ApiKey.CreateClaims', { body: { name, claims: [{ type: 'call', value }] } });
    }
  });
}

async function openPage(visit: Visit, userName = 'subadmin'): Promise<void> {
  await addKeysAndSessions(visit, userName);
  await visit.as(userName);
  await visit.open('/SecurityDetails');
  await visit.waitForVisible('#sessions li');
  await visit.waitForVisible('#keys button');
  await visit.waitForVisible('#email form');
}

/** A user with MFA and two recovery codes left. */
async function openWithMfa(visit: Visit): Promise<void> {
  const { site, fixtures } = visit;
  await fixtures.once(`mfa_user at ${site.url}`, async () => {
    await resetUsedCodes(site, 'mfa_user');
    return logInAs(site, 'mfa_user');
  });
  await site.database.query(
    `DELETE FROM recovery_codes c USING users u WHERE u.user_id = c.user_id AND u.user_name = 'mfa_user' AND c.ctid NOT IN (
       SELECT r.ctid FROM recovery_codes r JOIN users o USING (user_id) WHERE o.user_name = 'mfa_user' LIMIT 2)`,
  );
  await openPage(visit, 'mfa_user');
}

async function openNewKey(visit: Visit): Promise<void> {
  await openPage(visit);
  await visit.press('security:keys.create');
  await visit.waitForVisible('[role="dialog"] [type="checkbox"]');
}

export const securityStates: readonly State[] = [
  { name: 'security', reach: openPage },
  { name: 'security-mfa-on', reach: openWithMfa },
  {
    name: 'security-password-errors',
    async reach(visit) {
      await openPage(visit);
      await visit.fill({ currentPassword: 'Wrong-pass-1', newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' });
      await visit.click('#password [type="submit"]');
      await visit.waitForVisible('#password [name="currentPassword"][aria-invalid="true"]');
    },
  },
  {
    name: 'security-saved',
    reach: openPage,
    click: '#email [type="submit"]',
    shows: '[role="status"] [aria-label]',
    windowOnly: true,
  },
  {
    name: 'security-failed-section',
    as: 'subadmin',
    fails: '/api/Users/Self/Sessions',
    at: '/SecurityDetails',
    reach: (visit) => {
      const label = JSON.stringify(visit.translate('common:tryAgain'));
      return visit.waitForVisible(`::-p-xpath(//section[@id="sessions"]//button[normalize-space()=${label}])`);
    },
  },
  {
    name: 'security-logout-others',
    windowOnly: true,
    reach: openPage,
    press: 'security:sessions.logOutOthers',
    shows: '[role="dialog"]',
  },
  {
    name: 'security-new-key',
    windowOnly: true,
    reach: openNewKey,
    click: '[role="dialog"] [type="submit"]',
    shows: '[role="dialog"] [aria-invalid="true"]',
  },
  {
    name: 'security-key-shown',
    windowOnly: true,
    async reach(visit) {
      const client = await visit.fixtures.client(visit.site, 'subadmin');
      await client.call('ApiKey.Delete', { name: 'Weekly export' });
      await openNewKey(visit);
      await visit.fill({ name: 'Weekly export' });
      await visit.click('[role="dialog"] [type="checkbox"]');
      await visit.click('[role="dialog"] [type="submit"]');
      await visit.waitForVisible('[role="dialog"] code[role="group"]');
    },
  },
  {
    name: 'security-new-codes',
    windowOnly: true,
    async reach(visit) {
      await openWithMfa(visit);
      await visit.press('security:mfa.renew');
      await visit.waitForVisible('[role="dialog"]');
      await visit.pressInDialog('security:mfa.renew');
      await visit.waitForVisible('ol[aria-label]');
    },
  },
];
