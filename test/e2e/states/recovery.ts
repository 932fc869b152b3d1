/** Getting back in: forgotten names and passwords, and what a recovery link leads to. */
import { requestLink, type RecoveryLink } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import type { State } from './visit.ts';
import type { Visit } from './visit.ts';

const address = ({ userId, token }: RecoveryLink) => `/ForgottenPassword?userId=${userId}&token=${token}`;
const forgetful = ({ world, site }: Visit): Promise<MemberAccount> => world.once('forgetful', () => unusedMember(site));

async function choosing(visit: Visit): Promise<void> {
  await visit.open(address(await requestLink(visit.site, await forgetful(visit))));
  await visit.see('[name="newPassword"]');
}

async function asking(visit: Visit, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await visit.open(path);
  await visit.fill(fields);
  await visit.submit();
}

let passwords = 0;

export const recoveryStates: readonly State[] = [
  { name: 'recovery-username', reach: (visit) => visit.open('/ForgottenUsername') },
  {
    name: 'recovery-username-error',
    async reach(visit) {
      await asking(visit, '/ForgottenUsername', { email: 'ordinary at example' });
      await visit.see('.field-error');
    },
  },
  {
    name: 'recovery-username-sent',
    async reach(visit) {
      await asking(visit, '/ForgottenUsername', { email: 'ordinary@example.com' });
      await visit.heading('recovery:sent.heading');
    },
  },
  { name: 'recovery-password', reach: (visit) => visit.open('/ForgottenPassword') },
  {
    name: 'recovery-password-error',
    async reach(visit) {
      await visit.open('/ForgottenPassword');
      await visit.submit();
      await visit.see('.field-error');
    },
  },
  {
    name: 'recovery-password-sent',
    async reach(visit) {
      await asking(visit, '/ForgottenPassword', { userNameOrEmail: 'nobody_at_all_with_a_rather_long_name@example.com' });
      await visit.heading('recovery:sent.heading');
    },
  },
  { name: 'recovery-choose', reach: choosing },
  {
    name: 'recovery-choose-typing',
    async reach(visit) {
      await choosing(visit);
      await visit.fill({ newPassword: 'tall-ships' });
      await visit.see('.rule-list [data-state="met"]');
    },
  },
  {
    name: 'recovery-choose-errors',
    async reach(visit) {
      await choosing(visit);
      await visit.fill({ newPassword: 'tall', confirmPassword: 'tail' });
      await visit.submit();
      await visit.see('.field-error');
    },
  },
  {
    name: 'recovery-choose-code',
    async reach(visit) {
      const link = await requestLink(visit.site, { userName: 'mfa_user', email: 'mfa_user@example.com' });
      await visit.open(address(link));
      await visit.see('[name="mfaCode"]');
    },
  },
  {
    name: 'recovery-choose-done',
    async reach(visit) {
      await choosing(visit);
      passwords += 1;
      const chosen = `Quiet-harbour-${process.pid}-${passwords}`;
      await visit.fill({ newPassword: chosen, confirmPassword: chosen });
      await visit.submit();
      await visit.see('.toast');
    },
  },
  {
    name: 'recovery-link-gone',
    async reach(visit) {
      const { userId } = await forgetful(visit);
      await visit.open(address({ userId, token: 'x'.repeat(43) }));
      await visit.heading('recovery:gone.heading');
    },
  },
];
