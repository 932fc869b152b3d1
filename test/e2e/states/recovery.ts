/** Recovering a user name or a password, opening a recovery link, and confirming or refusing a changed email address. */
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { requestLink, type RecoveryLink } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import type { State, Visit } from './visit.ts';
import { setRoles } from '../../support/changeUser.ts';

const pathOf = ({ userId, token }: RecoveryLink) => `/ForgottenPassword?userId=${userId}&token=${token}`;
const sharedUser = ({ fixtures, site }: Visit): Promise<MemberAccount> => fixtures.once('forgetful', () => unusedMember(site));

async function openLink(visit: Visit): Promise<void> {
  await visit.open(pathOf(await requestLink(visit.site, await sharedUser(visit))));
  await visit.waitForVisible('[name="newPassword"]');
}

async function askFor(visit: Visit, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await visit.open(path);
  await visit.fill(fields);
  await visit.submit();
}

/** Opens the newest link that a change of the email address mails to its former or its new owner. */
async function openEmailLink(visit: Visit, { userName, email }: MemberAccount, to: 'former' | 'new'): Promise<void> {
  const administrator = await visit.fixtures.once(`email administrator at ${visit.site.url}`, () =>
    logInAs(visit.site, 'sysadmin'),
  );
  emailCount += 1;
  const next = `changed${process.pid}-${emailCount}@example.net`;
  const { version } = await administrator.ok('Users.User', { userName });
  await administrator.ok('Users.Patch', { userName, body: { version, email: next } });
  const { links } = await awaitMail(visit.site, (mail) => mail.to[0] === (to === 'new' ? next : email) && mail.links.length > 0);
  await visit.open(links[0] ?? '');
}

let emailCount = 0;
let passwordCount = 0;

export const recoveryStates: readonly State[] = [
  { name: 'recovery-username', reach: (visit) => visit.open('/ForgottenUsername') },
  {
    name: 'recovery-username-error',
    reach: (visit) => askFor(visit, '/ForgottenUsername', { email: 'ordinary at example' }),
    shows: '[id$="-error"]',
  },
  {
    name: 'recovery-username-sent',
    reach: (visit) => askFor(visit, '/ForgottenUsername', { email: 'ordinary@example.com' }),
    heading: 'recovery:sent.heading',
  },
  { name: 'recovery-password', reach: (visit) => visit.open('/ForgottenPassword') },
  {
    name: 'recovery-password-error',
    async reach(visit) {
      await visit.open('/ForgottenPassword');
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'recovery-password-sent',
    reach: (visit) =>
      askFor(visit, '/ForgottenPassword', { userNameOrEmail: 'nobody_at_all_with_a_rather_long_name@example.com' }),
    heading: 'recovery:sent.heading',
  },
  { name: 'recovery-choose', reach: openLink },
  {
    name: 'recovery-choose-typing',
    async reach(visit) {
      await openLink(visit);
      await visit.fill({ newPassword: 'tall-ships' });
      await visit.waitForVisible('li[data-state="met"]');
      await visit.waitForVisible('[data-score]');
    },
  },
  {
    name: 'recovery-choose-errors',
    async reach(visit) {
      await openLink(visit);
      await visit.fill({ newPassword: 'tall', confirmPassword: 'tail' });
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'recovery-choose-code',
    async reach(visit) {
      const link = await requestLink(visit.site, { userName: 'mfa_user', email: 'mfa_user@example.com' });
      await visit.open(pathOf(link));
      await visit.waitForVisible('[name="mfaCode"]');
    },
  },
  {
    name: 'recovery-choose-done',
    async reach(visit) {
      await openLink(visit);
      passwordCount += 1;
      const chosen = `Quiet-harbour-${process.pid}-${passwordCount}`;
      await visit.fill({ newPassword: chosen, confirmPassword: chosen });
      await visit.submit();
      await visit.waitForVisible('ol [role="status"]');
    },
  },
  {
    name: 'recovery-link-gone',
    async reach(visit) {
      const { userId } = await sharedUser(visit);
      await visit.open(pathOf({ userId, token: 'x'.repeat(43) }));
      await visit.heading('recovery:gone.heading');
    },
  },
  {
    name: 'email-confirm',
    reach: async (visit) => openEmailLink(visit, await unusedMember(visit.site), 'new'),
    heading: 'recovery:email.heading',
  },
  {
    name: 'email-confirm-wait',
    expectedErrors: /409/,
    async reach(visit) {
      const person = await unusedMember(visit.site);
      await setRoles(visit.site, person.userId, ['Member', 'SubscriberAdministration']);
      await openEmailLink(visit, person, 'new');
      await visit.press('recovery:email.submit');
      await visit.waitForVisible('main :is([role="alert"], [role="status"])');
    },
  },
  {
    name: 'email-refused',
    reach: async (visit) => openEmailLink(visit, await unusedMember(visit.site), 'former'),
    press: 'recovery:refuse.submit',
    heading: 'recovery:refuse.done',
  },
];
