/** The link of a new address, opened by more than its reader: by scanners, in other tabs and browsers, late, and after further changes. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { linkOf } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { removeUser } from '../../support/changeUser.ts';
import { users } from '../../support/userFacts.ts';

const site = useServer();
let administrator: Client;
beforeAll(async () => {
  administrator = await logInAs(site, 'subadmin');
});

const read = ({ userName }: MemberAccount) => administrator.ok('Users.User', { userName });
async function change(member: MemberAccount, email: string) {
  const { version } = await read(member);
  return administrator.ok('Users.Patch', { userName: member.userName, body: { version, email } });
}
const mailedLink = async (email: string) =>
  linkOf(await awaitMail(site, (mail) => mail.to[0] === email && mail.links[0]?.includes('/ConfirmEmail?') === true));

/** A member whose new address waits for its confirmation. */
async function pending() {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const email = `${randomUUID()}@example.net`;
  await change(member, email);
  const link = await mailedLink(email);
  const page = `/ConfirmEmail?userId=${link.userId}&token=${link.token}`;
  const confirm = (client = createClient(site)) => client.call('Users.ConfirmEmail', { body: link });
  return { member, email, link, page, confirm };
}
type Pending = Awaited<ReturnType<typeof pending>>;

describe('The aim is reached once, whatever opens the link before', () => {
  test.each<[string, (opened: Pending) => Promise<unknown>]>([
    ['a scanner that asks with HEAD', ({ page }) => createClient(site).raw(page, { method: 'HEAD' })],
    ['a scanner that reads the page', ({ page }) => createClient(site).raw(page)],
    [
      'a preview that asks ten times',
      async ({ page }) => {
        for (let times = 0; times < 10; times += 1) await createClient(site).raw(page);
      },
    ],
    [
      'a second tab that has not confirmed',
      async ({ page }) => {
        const browser = createClient(site);
        await browser.raw(page);
        await browser.raw(page);
      },
    ],
    [
      'a client with a wrong token',
      ({ link }) => createClient(site).call('Users.ConfirmEmail', { body: { ...link, token: 'y'.repeat(43) } }),
    ],
  ])('%s uses nothing up', async (_who, open) => {
    const opened = await pending();
    await open(opened);
    expect(await read(opened.member)).toMatchObject({ email: opened.member.email, pendingEmail: opened.email });
    expect(await opened.confirm()).toMatchObject({ status: 200, body: { email: opened.email } });
    expect((await opened.confirm()).body).toEqual({ userName: opened.member.userName, email: opened.email, already: true });
  });
});

describe('After it is reached, the link says so while the address is this one', () => {
  test.each<[string, (confirmed: Pending) => Promise<unknown>]>([
    [
      'the title is changed',
      async ({ member }) => {
        const { version } = await read(member);
        await administrator.ok('Users.Patch', { userName: member.userName, body: { version, title: 'Pilot' } });
      },
    ],
    ['the user is disabled', ({ member }) => administrator.ok('Users.Enable', { userName: member.userName, enabled: false })],
    ['the same address is entered again', ({ member, email }) => change(member, email)],
    ['it is entered in capitals', ({ member, email }) => change(member, email.toUpperCase())],
    ['another address is waiting', ({ member }) => change(member, `${randomUUID()}@example.net`)],
    [
      'another address has waited, and was withdrawn',
      async ({ member, email }) => {
        await change(member, `${randomUUID()}@example.net`);
        await change(member, email);
      },
    ],
    ['somebody has tried to cancel it', ({ link }) => createClient(site).call('Users.CancelEmail', { body: link })],
  ])('%s', async (_what, happen) => {
    const confirmed = await pending();
    await confirmed.confirm();
    await happen(confirmed);
    expect(await confirmed.confirm()).toMatchObject({ status: 200, body: { already: true } });
    expect((await read(confirmed.member)).email).toBe(confirmed.email);
  });
});

describe('The link is gone, and changes nothing,', () => {
  test.each<[string, (opened: Pending) => Promise<unknown>]>([
    ['after a newer mail', ({ member }) => change(member, `${randomUUID()}@example.net`)],
    ['after its change was withdrawn', ({ member }) => change(member, member.email)],
    [
      'after it was withdrawn, confirmed by nobody, and the same address was asked for again',
      async ({ member, email }) => {
        await change(member, member.email);
        await change(member, email);
      },
    ],
    [
      'once it was confirmed, and another address after it',
      async ({ member, confirm }) => {
        await confirm();
        const next = `${randomUUID()}@example.net`;
        await change(member, next);
        await createClient(site).ok('Users.ConfirmEmail', { body: await mailedLink(next) });
      },
    ],
    ['when the user is deleted', ({ member }) => removeUser(site, member.userId)],
  ])('%s', async (_what, happen) => {
    const opened = await pending();
    await happen(opened);
    const before = await users(site, { userId: opened.member.userId }, 'email', 'pendingEmail');
    expect(await opened.confirm()).toMatchObject({ status: 410, problem: { code: 'LinkGone' } });
    expect(await users(site, { userId: opened.member.userId }, 'email', 'pendingEmail')).toEqual(before);
  });
});
