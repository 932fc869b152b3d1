/** One's own account: the whole page, and the dialogs on it. */
import { as } from '../../support/as.ts';
import { resetUsedCodes } from '../../support/mfa.ts';
import type { State } from './visit.ts';
import type { Visit } from './visit.ts';

const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
];

/** Two keys and two more browsers for somebody. */
async function furnished({ world, site }: Visit, userName: string): Promise<void> {
  await world.once(`furnished ${userName}`, async () => {
    const client = await world.client(site, userName);
    for (const agent of browsers) {
      await resetUsedCodes(site, userName);
      await as(site, userName, { headers: { 'User-Agent': agent } });
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

async function opened(visit: Visit, userName = 'subadmin'): Promise<void> {
  await furnished(visit, userName);
  await visit.as(userName);
  await visit.open('/SecurityDetails');
  await visit.see('#sessions .security-row');
  await visit.see('#keys .button');
  await visit.see('#email form');
}

/** Somebody with a second factor and two recovery codes left. */
async function withMfa(visit: Visit): Promise<void> {
  const { site, world } = visit;
  await world.once(`mfa_user at ${site.url}`, async () => {
    await resetUsedCodes(site, 'mfa_user');
    return as(site, 'mfa_user');
  });
  await site.database.query(
    `DELETE FROM recovery_codes c USING users u WHERE u.user_id = c.user_id AND u.user_name = 'mfa_user' AND c.ctid NOT IN (
       SELECT r.ctid FROM recovery_codes r JOIN users o USING (user_id) WHERE o.user_name = 'mfa_user' LIMIT 2)`,
  );
  await opened(visit, 'mfa_user');
}

async function newKey(visit: Visit): Promise<void> {
  await opened(visit);
  await visit.press('security:keys.create');
  await visit.see('.security-claims-list input');
}

export const securityStates: readonly State[] = [
  { name: 'security', reach: (visit) => opened(visit) },
  { name: 'security-mfa-on', reach: withMfa },
  {
    name: 'security-password-errors',
    async reach(visit) {
      await opened(visit);
      await visit.fill({ currentPassword: 'Wrong-pass-1', newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' });
      await visit.click('#password [type="submit"]');
      await visit.see('#password [name="currentPassword"][aria-invalid="true"]');
    },
  },
  {
    name: 'security-saved',
    async reach(visit) {
      await opened(visit);
      await visit.click('#email [type="submit"]');
      await visit.see('.toast');
    },
    windowOnly: true,
  },
  {
    name: 'security-failed-section',
    complains: /503/,
    async reach(visit) {
      await visit.as('subadmin');
      await visit.disturb('/api/Users/Sessions', 'failure');
      await visit.open('/SecurityDetails');
      await visit.see('#sessions .button');
    },
  },
  {
    name: 'security-log-out-others',
    windowOnly: true,
    async reach(visit) {
      await opened(visit);
      await visit.press('security:sessions.logOutOthers');
      await visit.see('dialog[open]');
    },
  },
  {
    name: 'security-new-key',
    windowOnly: true,
    async reach(visit) {
      await newKey(visit);
      await visit.click('dialog [type="submit"]');
      await visit.see('dialog .field-error');
    },
  },
  {
    name: 'security-key-shown',
    windowOnly: true,
    async reach(visit) {
      const client = await visit.world.client(visit.site, 'subadmin');
      await client.call('ApiKey.Delete', { name: 'Weekly export' });
      await newKey(visit);
      await visit.fill({ name: 'Weekly export' });
      await visit.click('.security-claims-list input');
      await visit.click('dialog [type="submit"]');
      await visit.see('.security-secret');
    },
  },
  {
    name: 'security-new-codes',
    windowOnly: true,
    async reach(visit) {
      await withMfa(visit);
      await visit.press('security:mfa.renew');
      await visit.see('dialog[open]');
      await visit.click('dialog .button-danger');
      await visit.see('.codes');
    },
  },
];
