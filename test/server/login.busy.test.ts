/** What is told about a log-in from a new browser, and what becomes of log-ins that there is no room for. */
import { DEMO_PASSWORD } from '../support/as.ts';
import { type Client, createClient } from '../support/client.ts';
import { awaitMail } from '../support/mails.ts';
import { startServer } from '../support/server.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

const logIn = (userName: string, password = DEMO_PASSWORD, client: Client = createClient(site)) =>
  client.call('Login.Login', { body: { userName, password } });

describe('a browser not seen before', () => {
  const newBrowserMails = async (userName: string) => {
    const rows = await site.database.query("SELECT 1 FROM mails WHERE recipient = $1 AND template = 'newBrowser'", [
      `${userName}@example.com`,
    ]);
    return rows.length;
  };

  it('is told by mail to the owner, once', async () => {
    const client = createClient(site, {
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    await logIn('second_sub', DEMO_PASSWORD, client);
    const mail = await awaitMail(site, ({ to, text }) => to[0] === 'second_sub@example.com' && text.includes('Firefox'));
    expect(mail.text).toContain('127.0.0.1');
    const before = await newBrowserMails('second_sub');
    await logIn('second_sub', DEMO_PASSWORD, client);
    expect(await newBrowserMails('second_sub')).toBe(before);
  });

  it('never fills a mailbox, however often somebody signs in anew', async () => {
    for (let round = 0; round < 6; round += 1) await logIn('ordinary');
    expect(await newBrowserMails('ordinary')).toBe(3);
  });

  it('that brought a token of its own making gets one of ours', async () => {
    const client = createClient(site, { headers: { Cookie: 'known=planted' } });
    await client.raw('/api/Login/Login');
    const xsrf = await client.cookie('XSRF-TOKEN');
    const answer = await client.raw('/api/Login/Login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `known=planted; XSRF-TOKEN=${String(xsrf)}` },
      body: JSON.stringify({ userName: 'ordinary', password: DEMO_PASSWORD }),
    });
    expect(answer.headers.getSetCookie().join()).toMatch(/\bknown=(?!planted)[\w-]{43}/);
  });
});

describe('more log-ins than can be checked', () => {
  it('are turned away at once, with a time to come back, and count for nothing', async () => {
    const busy = await startServer({ env: { LIMIT_PARALLEL_HASHES: '1', LIMIT_HASH_WAIT_MS: '1' }, database: site.database });
    const standing = () =>
      site.database.row('SELECT sum(failed_sign_ins)::int AS failed, count(locked_until)::int AS locked FROM users');
    try {
      const people = ['ordinary', 'subadmin', 'second_sub', 'support_user', 'sysadmin'];
      const before = await standing();
      const clients = await Promise.all(
        people.map(async () => {
          const client = createClient(busy);
          await client.raw('/api/Login/Login');
          return client;
        }),
      );
      const answers = await Promise.all(people.map((userName, index) => logIn(userName, DEMO_PASSWORD, clients[index])));
      const turnedAway = answers.filter(({ status }) => status === 503);
      expect(turnedAway.length).toBeGreaterThan(0);
      for (const { problem, headers } of turnedAway) expect([problem?.code, headers.get('retry-after')]).toEqual(['Busy', '1']);
      for (const { status, body } of answers)
        expect([503, 200]).toContain(status === 200 && body?.outcome === 'SignedIn' ? 200 : status);
      expect(await standing()).toEqual(before);
      expect((await createClient(busy).call('Health.Live')).status).toBe(200);
    } finally {
      await busy.stop();
    }
  });
});
