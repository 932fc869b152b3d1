/** The second factor: its code when logging in, and setting it up. */
import { createClient } from '../../support/client.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { resetUsedCodes, removeMfa, wrongCode } from '../../support/mfa.ts';
import type { State, Visit } from './visit.ts';
import { requireMfa } from '../../support/changeUser.ts';

/** Logs in with the password only; the code is pending. */
async function logInHalfway({ site, page }: Visit, userName: string): Promise<void> {
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  await copySessionToPage(client, page);
}

async function openCode(visit: Visit): Promise<void> {
  await logInHalfway(visit, 'mfa_user');
  await visit.open('/LoginMfa/false');
  await visit.waitForVisible('[name="code"]');
}

async function openEnrolment(visit: Visit): Promise<void> {
  await removeMfa(visit.site, 'must_enrol');
  await requireMfa(visit.site, 'must_enrol');
  await logInHalfway(visit, 'must_enrol');
  await visit.open('/EnrolMfa');
  await visit.waitForVisible('[role="img"] path');
}

/** As of a user who came from another system with an authenticator, and without recovery codes. */
async function openMissingCodes(visit: Visit): Promise<void> {
  const { database } = visit.site;
  await resetUsedCodes(visit.site, 'mfa_user');
  const ofUser = `user_id = (SELECT user_id FROM users WHERE user_name = 'mfa_user')`;
  await database.query(`DELETE FROM recovery_codes WHERE ${ofUser}`);
  await database.query(
    `INSERT INTO imported_users (user_id, former_id, imported_at) SELECT user_id, 'former', now() FROM users WHERE user_name = 'mfa_user'
      ON CONFLICT DO NOTHING`,
  );
  await openCode(visit);
  await visit.fill({ code: totp() });
  await visit.waitForVisible('.button-quiet:last-child');
  await database.query(`DELETE FROM imported_users WHERE ${ofUser}`);
}

export const mfaStates: readonly State[] = [
  { name: 'mfa-code', reach: openCode },
  {
    name: 'mfa-code-required',
    async reach(visit) {
      await openCode(visit);
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'mfa-code-wrong',
    async reach(visit) {
      await openCode(visit);
      await visit.fill({ code: wrongCode() });
      await visit.waitForVisible('[id$="-error"], [role="alert"]');
    },
  },
  { name: 'mfa-recovery-code', reach: openCode, press: 'mfa:logIn.useRecovery', shows: '[name="code"][autocomplete="off"]' },
  { name: 'mfa-missing-codes', reach: openMissingCodes },
  { name: 'mfa-enrol', reach: openEnrolment },
  {
    name: 'mfa-enrol-wrong',
    async reach(visit) {
      await openEnrolment(visit);
      await visit.fill({ code: wrongCode() });
      await visit.waitForVisible('[id$="-error"], [role="alert"]');
    },
  },
  {
    name: 'mfa-enrol-codes',
    async reach(visit) {
      await openEnrolment(visit);
      const key = await visit.page.$eval('main code', (code) => code.textContent.replaceAll(' ', ''));
      await visit.fill({ code: totp(key) });
      await visit.waitForVisible('ol[aria-label]');
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'mfa-enrol-already',
    async reach(visit) {
      await resetUsedCodes(visit.site, 'mfa_user');
      const client = await visit.fixtures.once(`mfa_user at ${visit.site.url}`, () => logInAs(visit.site, 'mfa_user'));
      await copySessionToPage(client, visit.page);
      await visit.open('/EnrolMfa');
    },
  },
];
