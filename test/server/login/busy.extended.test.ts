/** Mails about logins from new browsers, and logins that are refused under load. */
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { type Client, createClient } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { startServerProcess } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();

const logIn = (userName: string, password = DEMO_PASSWORD, client: Client = createClient(site)) =>
  client.call('Login.Login', { body: { userName, password } });

describe('A login from a new browser', () => {
  const newBrowserMails = async (userName: string) => {
    const rows = await queuedMails(site, { recipient: `${userName}@example.com`, template: 'newBrowser' });
    return rows.length;
  };

  it('is reported to the user by mail, once per browser', async () => {
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

  it('is reported at most three times in a row', async () => {
    for (let round = 0; round < 6; round += 1) await logIn('ordinary');
    expect(await newBrowserMails('ordinary')).toBe(3);
  });

  it('replaces a device cookie that the server did not issue', async () => {
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

describe('Logins beyond the limit of parallel password hashes', () => {
  it('for one name wait no longer than those for many, and are rejected beyond the limit', async () => {
    const busy = await startServerProcess({
      env: { LIMIT_HASH_WAIT_MS: '100', TEST_WEAK_HASHES: 'off' },
      database: site.database,
    });
    try {
      const clients = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const client = createClient(busy);
          await client.raw('/api/Login/Login');
          return client;
        }),
      );
      const answers = await Promise.all(clients.map((client) => logIn('support_user', DEMO_PASSWORD, client)));
      const turnedAway = answers.filter(({ status }) => status === 503);
      expect(turnedAway.length).toBeGreaterThan(0);
      for (const { problem, headers } of turnedAway) expect([problem?.code, headers.get('retry-after')]).toEqual(['Busy', '1']);
      expect(answers.filter(({ body }) => body?.outcome === 'SignedIn').length).toBe(answers.length - turnedAway.length);
      expect(await userOf(site, 'support_user', 'failures')).toEqual({ failures: 0 });
    } finally {
      await busy.stop();
    }
  });

  it('are rejected immediately with Retry-After, and do not count as failures', async () => {
    const busy = await startServerProcess({
      env: { LIMIT_PARALLEL_HASHES: '1', LIMIT_HASH_WAIT_MS: '1', TEST_WEAK_HASHES: 'off' },
      database: site.database,
    });
    const failureCounts = () =>
      site.database.row('SELECT sum(failed_sign_ins)::int AS failed, count(locked_until)::int AS locked FROM users');
    try {
      const userNames = ['ordinary', 'subadmin', 'second_sub', 'support_user', 'sysadmin'];
      const before = await failureCounts();
      const clients = await Promise.all(
        userNames.map(async () => {
          const client = createClient(busy);
          await client.raw('/api/Login/Login');
          return client;
        }),
      );
      const answers = await Promise.all(userNames.map((userName, index) => logIn(userName, DEMO_PASSWORD, clients[index])));
      const rejected = answers.filter(({ status }) => status === 503);
      expect(rejected.length).toBeGreaterThan(0);
      for (const { problem, headers } of rejected) expect([problem?.code, headers.get('retry-after')]).toEqual(['Busy', '1']);
      for (const { status, body } of answers)
        expect([503, 200]).toContain(status === 200 && body?.outcome === 'SignedIn' ? 200 : status);
      expect(await failureCounts()).toEqual(before);
      expect((await createClient(busy).call('Health.Live')).status).toBe(200);
    } finally {
      await busy.stop();
    }
  });
});
