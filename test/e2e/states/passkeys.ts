/** Passkeys: at the login form, as the second step, in the security details and as a proof of identity. */
import { createClient } from '../../support/client.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import type { State, Visit } from './visit.ts';
import { requireMfa } from '../../support/changeUser.ts';
import { authenticatedAgo } from '../../support/sessions.ts';

/** Browsers have no passkeys under an IP address. */
const site = 'under a name';

const passkeys = [
  ['Phone', 'iCloud Keychain', true, '2 hours'],
  ['Work laptop with the very long name that somebody once gave it', 'Chrome · Linux', false, null],
] as const;

/** Gives a user two passkeys without an authenticator that holds them. */
async function addPasskeys({ fixtures, site: { url, database } }: Visit, userName: string): Promise<void> {
  await fixtures.once(`passkeys of ${userName} at ${url}`, async () => {
    for (const [index, [name, device, synced, used]] of passkeys.entries())
      await database.query(
        `INSERT INTO passkeys SELECT gen_random_uuid(), user_id, $2 || user_id, '', 0, $4, $4, '{internal}', $2, $3,
           now() - interval '40 days' + $6 * interval '1 day', now() - $5::interval FROM users WHERE user_name = $1`,
        [userName, name, device, synced, used, index],
      );
  });
}

async function openLogin(visit: Visit): Promise<void> {
  await visit.addAuthenticator();
  await visit.open('/Login/Gatehouse');
  await visit.waitForVisible('main section > div:last-child > button');
}

/** Opens a page after the password was accepted. */
async function openPending(visit: Visit, userName: string, path: string): Promise<void> {
  const client = createClient(visit.site);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  await copySessionToPage(client, visit.page);
  await visit.open(path);
}

async function openSecurity(visit: Visit, userName = 'subadmin'): Promise<void> {
  await visit.addAuthenticator();
  await addPasskeys(visit, userName);
  await visit.as(userName);
  await visit.open('/SecurityDetails#passkeys');
  await visit.waitForVisible('#passkeys li');
  await visit.waitForVisible('#keys button');
  await visit.waitForVisible('#email form');
}

export const passkeysStates: readonly State[] = [
  { name: 'passkeys-login', site, reach: openLogin },
  {
    name: 'passkeys-login-refused',
    site,
    expectedErrors: /503/,
    async reach(visit) {
      await openLogin(visit);
      await visit.stubApi('/api/Passkeys/LoginOptions', 'failure');
      await visit.press('passkeys:logIn');
      await visit.waitForVisible('main section > div:last-child [role="alert"]');
    },
  },
  {
    name: 'passkeys-second-step',
    site,
    async reach(visit) {
      await addPasskeys(visit, 'must_enrol');
      await openPending(visit, 'must_enrol', '/LoginMfa/false');
      await visit.heading('mfa:passkey.heading');
    },
  },
  {
    name: 'passkeys-beside-code',
    site,
    async reach(visit) {
      await addPasskeys(visit, 'mfa_user');
      await openPending(visit, 'mfa_user', '/LoginMfa/false');
      await visit.waitForVisible('[name="code"]');
    },
  },
  {
    name: 'passkeys-enrol',
    site,
    expectedErrors: /503/,
    async reach(visit) {
      await visit.addAuthenticator();
      const { userName, userId } = await visit.fixtures.once(`must enrol at ${visit.site.url}`, () => unusedMember(visit.site));
      await requireMfa(visit.site, userId);
      await openPending(visit, userName, '/EnrolMfa');
      await visit.waitForVisible('[role="img"] path');
      await visit.stubApi('/api/Passkeys/RegistrationOptions', 'failure');
      await visit.press('mfa:passkey.setUp');
      await visit.waitForVisible('[role="alert"]');
    },
  },
  { name: 'passkeys-list', site, reach: openSecurity },
  {
    name: 'passkeys-none',
    site,
    async reach(visit) {
      await visit.addAuthenticator();
      await visit.as('second_sub');
      await visit.open('/SecurityDetails#passkeys');
      await visit.waitForVisible('#passkeys button');
      await visit.waitForVisible('#email form');
    },
  },
  {
    name: 'passkeys-add-failed',
    site,
    windowOnly: true,
    expectedErrors: /503/,
    async reach(visit) {
      await openSecurity(visit);
      await visit.stubApi('/api/Passkeys/RegistrationOptions', 'failure');
      await visit.press('security:passkeys.add');
      await visit.waitForVisible('#passkeys [role="alert"]');
    },
  },
  {
    name: 'passkeys-rename',
    site,
    windowOnly: true,
    async reach(visit) {
      await openSecurity(visit);
      await visit.press('security:passkeys.rename');
      await visit.waitForVisible('[role="dialog"] [name="name"]');
      await visit.fill({ name: '' });
      await visit.click('[role="dialog"] [type="submit"]');
      await visit.waitForVisible('[role="dialog"] [id$="-error"]');
    },
  },
  {
    name: 'passkeys-delete',
    site,
    windowOnly: true,
    reach: openSecurity,
    press: 'security:passkeys.delete',
    shows: '[role="dialog"] button',
  },
  {
    name: 'passkeys-confirm-identity',
    site,
    windowOnly: true,
    async reach(visit) {
      await addPasskeys(visit, 'ordinary');
      const client = await logInAs(visit.site, 'ordinary');
      await copySessionToPage(client, visit.page);
      await authenticatedAgo(visit.site, '2 hours', 'ordinary');
      await visit.page.goto(`${visit.site.url}/EnrolMfa`);
      // The passkey is the only second factor, and a password alone is none.
      await visit.waitForVisible(`[role="dialog"] ::-p-text(${visit.translate('session:confirm.usePasskey')})`);
    },
  },
];
