/** Recovering a user name or a password, and opening a recovery link. */
import { requestLink, type RecoveryLink } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import type { State } from './visit.ts';
import type { Visit } from './visit.ts';

const pathOf = ({ userId, token }: RecoveryLink) => `/ForgottenPassword?userId=${userId}&token=${token}`;
const sharedUser = ({ world, site }: Visit): Promise<MemberAccount> => world.once('forgetful', () => unusedMember(site));

async function openLink(visit: Visit): Promise<void> {
  await visit.open(pathOf(await requestLink(visit.site, await sharedUser(visit))));
  await visit.waitForVisible('[name="newPassword"]');
}

async function askFor(visit: Visit, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await visit.open(path);
  await visit.fill(fields);
  await visit.submit();
}

let passwordCount = 0;

export const recoveryStates: readonly State[] = [
  { name: 'recovery-username', reach: (visit) => visit.open('/ForgottenUsername') },
  {
    name: 'recovery-username-error',
    async reach(visit) {
      await askFor(visit, '/ForgottenUsername', { email: 'ordinary at example' });
      await visit.waitForVisible('.field-error');
    },
  },
  {
    name: 'recovery-username-sent',
    async reach(visit) {
      await askFor(visit, '/ForgottenUsername', { email: 'ordinary@example.com' });
      await visit.heading('recovery:sent.heading');
    },
  },
  { name: 'recovery-password', reach: (visit) => visit.open('/ForgottenPassword') },
  {
    name: 'recovery-password-error',
    async reach(visit) {
      await visit.open('/ForgottenPassword');
      await visit.submit();
      await visit.waitForVisible('.field-error');
    },
  },
  {
    name: 'recovery-password-sent',
    async reach(visit) {
      await askFor(visit, '/ForgottenPassword', { userNameOrEmail: 'nobody_at_all_with_a_rather_long_name@example.com' });
      await visit.heading('recovery:sent.heading');
    },
  },
  { name: 'recovery-choose', reach: openLink },
  {
    name: 'recovery-choose-typing',
    async reach(visit) {
      await openLink(visit);
      await visit.fill({ newPassword: 'tall-ships' });
      await visit.waitForVisible('.rule-list [data-state="met"]');
    },
  },
  {
    name: 'recovery-choose-errors',
    async reach(visit) {
      await openLink(visit);
      await visit.fill({ newPassword: 'tall', confirmPassword: 'tail' });
      await visit.submit();
      await visit.waitForVisible('.field-error');
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
      await visit.waitForVisible('.toast');
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
];
