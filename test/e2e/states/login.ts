/** Logging in: application choice, the form in its states, rejections and help. */
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import type { State, Visit } from './visit.ts';

const FORM = '/Login/Gatehouse';

async function logIn(visit: Visit, userName: string, password = DEMO_PASSWORD): Promise<void> {
  await visit.open(FORM);
  await visit.fill({ userName, password });
  await visit.submit();
}

const rejected = (name: string, userName: (visit: Visit) => string | Promise<string>): State => ({
  name: `login-rejected-${name}`,
  async reach(visit) {
    await logIn(visit, await userName(visit));
    await visit.heading('login:rejected.heading');
  },
});

/** A user whose organisation is not approved. */
const unapproved = async ({ site }: Visit): Promise<string> => {
  const { user_name: userName } = await site.database.row<{ user_name: string }>(
    `SELECT user_name FROM users JOIN organisations o USING (organisation_id)
      WHERE NOT o.approved AND enabled AND locked_until IS NULL AND user_name IS NOT NULL
        AND password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')
      ORDER BY user_name LIMIT 1`,
  );
  return userName;
};

export const loginStates: readonly State[] = [
  { name: 'login-start', site: 'several applications', at: '/Login', shows: 'main li > a' },
  { name: 'login-form', reach: (visit) => visit.open(FORM) },
  {
    name: 'login-form-required',
    async reach(visit) {
      await visit.open(FORM);
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  { name: 'login-form-wrong', reach: (visit) => logIn(visit, 'nobody_at_all', 'Wrong-pass-1'), shows: '[role="alert"]' },
  {
    name: 'login-form-caps-lock',
    async reach(visit) {
      await visit.open(FORM);
      await visit.fill({ userName: 'ordinary' });
      await visit.page.focus('[name="password"]');
      await visit.page.$eval('[name="password"]', (field) => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }));
      });
      await visit.waitForVisible('[id$="-hint"] [role="status"]');
    },
  },
  {
    name: 'login-form-password-shown',
    async reach(visit) {
      await visit.open(FORM);
      await visit.fill({ userName: 'ordinary', password: 'Tall-ships-9' });
      await visit.click('button[aria-pressed]');
      await visit.waitForVisible('input[name="password"][type="text"]');
    },
  },
  {
    name: 'login-form-sending',
    async reach(visit) {
      await visit.open(FORM);
      await visit.stubApi('/api/Login/Login', 'no answer');
      await visit.fill({ userName: 'ordinary', password: DEMO_PASSWORD });
      await visit.submit();
      await visit.waitForVisible('[type="submit"][aria-busy="true"]');
    },
  },
  {
    name: 'login-form-offline',
    expectedErrors: /ERR_INTERNET_DISCONNECTED/,
    async reach(visit) {
      await visit.open(FORM);
      // All that the page loads after the form, so that only the form's own request is without a network.
      await visit.page.waitForFunction(() => {
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        return [/\/sso\..*js$/, /-sso\..*json$/, /\/api\/Login\/Login$/].every((part) => loaded.some((name) => part.test(name)));
      });
      await visit.goOffline();
      await visit.waitForVisible('.connection .alert');
      await visit.fill({ userName: 'ordinary', password: DEMO_PASSWORD });
      await visit.submit();
      await visit.waitForVisible('[role="alert"]');
    },
  },
  {
    name: 'login-form-failed',
    expectedErrors: /503/,
    async reach(visit) {
      await visit.open(FORM);
      await visit.stubApi('/api/Login/Login', 'failure');
      await visit.fill({ userName: 'ordinary', password: DEMO_PASSWORD });
      await visit.submit();
      await visit.waitForVisible('[role="alert"]');
    },
  },
  rejected('locked', () => 'locked_user'),
  rejected('disabled', () => 'disabled_user'),
  rejected('not-approved', unapproved),
  { name: 'login-rejected-by-address', reach: (visit) => visit.open('/LoginRejected') },
  { name: 'login-help', reach: (visit) => visit.open('/LoginHelp') },
];
