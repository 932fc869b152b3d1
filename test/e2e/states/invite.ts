/** From an invitation to an account. */
import { awaitMail } from '../../support/mails.ts';
import type { State, Visit } from './visit.ts';
import { endInvitation } from '../../support/changeUser.ts';

let guestCount = 0;

/** Invites a user; `link` is as mailed. */
async function invite({ fixtures, site }: Visit): Promise<{ email: string; userId: string; link: string }> {
  const admin = await fixtures.client(site, 'subadmin');
  guestCount += 1;
  const email = `guest${process.pid}x${guestCount}@example.net`;
  const { userId } = await admin.ok('Invite.CreateUser', {
    body: { email, firstName: 'Grace', lastName: 'Guest', title: 'Actuary', roles: ['Member'] },
  });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const { links } = await awaitMail(site, (mail) => mail.to[0] === email);
  return { email, userId, link: links[0] ?? '' };
}

const sharedInvitation = (visit: Visit) => visit.fixtures.once('invitation', () => invite(visit));

async function openRegistration(visit: Visit): Promise<void> {
  await visit.open((await invite(visit)).link);
  await visit.press('invite:received.create');
  await visit.waitForVisible('[name="userName"]');
}

const validPasswords = { password: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' };

export const inviteStates: readonly State[] = [
  {
    name: 'invite-received',
    async reach(visit) {
      await visit.open((await sharedInvitation(visit)).link);
      await visit.heading('invite:received.heading');
    },
  },
  {
    name: 'invite-expired',
    async reach(visit) {
      const { link, email } = await visit.fixtures.once('expired invitation', () => invite(visit));
      await endInvitation(visit.site, email);
      await visit.open(link);
      await visit.heading('invite:dead.expired.heading');
    },
  },
  {
    name: 'invite-used',
    async reach(visit) {
      const { link } = await visit.fixtures.once('used invitation', async () => {
        const guest = await invite(visit);
        await (await visit.fixtures.client(visit.site, 'subadmin')).ok('Invite.Resend', { userId: guest.userId });
        return guest;
      });
      await visit.open(link);
      await visit.waitForVisible('main [role="status"]');
    },
  },
  { name: 'invite-unknown', at: '/ReceivedInvite', heading: 'invite:dead.unknown.heading' },
  {
    name: 'invite-failed',
    expectedErrors: /503/,
    async reach(visit) {
      const { link, userId } = await sharedInvitation(visit);
      await visit.stubApi(`/api/Invite/ReceiveInvite/${userId}`, 'failure');
      await visit.open(link);
      await visit.heading('invite:received.failed');
    },
  },
  { name: 'register', reach: openRegistration },
  {
    name: 'register-errors',
    async reach(visit) {
      await openRegistration(visit);
      await visit.fill({ userName: 'gr', firstName: '', lastName: '', password: 'short', confirmPassword: 'shorter' });
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'register-taken',
    async reach(visit) {
      await openRegistration(visit);
      await visit.fill({ userName: 'ordinary', ...validPasswords });
      await visit.submit();
      await visit.waitForVisible('[name="userName"][aria-invalid="true"]');
    },
  },
  {
    name: 'register-complete',
    async reach(visit) {
      await openRegistration(visit);
      await visit.fill({ userName: `grace_${process.pid}_${guestCount}`, ...validPasswords });
      await visit.submit();
      await visit.heading('invite:complete.heading');
    },
  },
];
