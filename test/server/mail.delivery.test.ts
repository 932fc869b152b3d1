/** Mails reach people: by SMTP or as files, once, and without any request having to wait for it. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSmtp, type SmtpStub } from '../support/smtp.ts';

/** Far more than an answer takes, and far less than a mail server's patience. */
const PROMPT_MS = 1000;

const askForLink = (site: TestServer, userNameOrEmail = 'ordinary') =>
  createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail } });

interface Row {
  recipient: string;
  data: Record<string, unknown>;
  attempts: number;
  sent_at: Date | null;
  last_error: string | null;
}
const rows = (database: TestDatabase) => database.query<Row & Record<string, unknown>>('SELECT * FROM mails ORDER BY created_at');

/** Mails as the rooms queue them, without the work that causes them. */
async function queue(database: TestDatabase, recipients: readonly string[]): Promise<void> {
  await database.query(
    `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
     SELECT gen_random_uuid(), recipient, 'en-US', 'passwordChanged', $2, now(), now() FROM unnest($1::text[]) AS recipient`,
    [recipients, { userName: 'ordinary', at: new Date().toISOString() }],
  );
}

const unsent = async (database: TestDatabase) => (await rows(database)).filter((row) => row.sent_at === null).length;

describe('By SMTP', () => {
  let smtp: SmtpStub;
  let database: TestDatabase;
  let site: TestServer;

  const start = () => startServer({ database, env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://id.example.com' } });

  beforeAll(async () => {
    database = await createDatabase();
    smtp = await startSmtp();
    site = await start();
  });
  beforeEach(async () => {
    await database.query('DELETE FROM throttles');
    await database.query('DELETE FROM mails');
    smtp.reset();
  });
  afterAll(async () => {
    await smtp.stop();
    await site.stop();
    await database.drop();
  });

  test('a mail arrives with both its parts, from our address, and its link leaves the store', async () => {
    await askForLink(site);
    const mail = await eventually('the mail', () => smtp.received[0]);
    expect(mail).toMatchObject({
      from: 'no-reply@id.example.com',
      to: ['ordinary@example.com'],
      recipients: ['ordinary@example.com'],
      subject: 'Choose a new password for Gatehouse',
    });
    expect(mail.links).toEqual([
      expect.stringMatching(/^https:\/\/id\.example\.com\/ForgottenPassword\?userId=[\w-]+&token=[\w-]{43}$/),
    ]);
    expect(mail.html).toContain(mail.links[0]?.replace('&', '&amp;'));
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail.raw).toMatch(/^From: Gatehouse </im);
    await eventually('the mail to be noted as sent', async () => (await unsent(database)) === 0);
    const [row] = await rows(database);
    expect(row).toMatchObject({ data: {}, attempts: 1, last_error: null });
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@id\.example\.com>$/);
  });

  test('a mail server that is down makes nobody wait, and gets the mail once when it is back', async () => {
    await smtp.shutDown();
    const begun = Date.now();
    await askForLink(site);
    expect(Date.now() - begun).toBeLessThan(PROMPT_MS);
    const [failed] = await eventually('a failed attempt', async () => {
      const found = await rows(database);
      return found[0]?.last_error ? found : undefined;
    });
    expect(failed?.data).toHaveProperty('link');
    await smtp.restart();
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0, { timeoutMs: 20_000 });
    expect(smtp.received).toHaveLength(1);
    await eventually('the log to say so', () => site.output().includes('Mail cannot be delivered now and will be tried again'));
    expect(site.output()).not.toMatch(/token=|ordinary@example\.com/);
  });

  test.each([451, 550])('a mail that is refused with %i is tried again, and holds up no other', async (code) => {
    smtp.rejectRecipients(code);
    await queue(database, ['refused@example.com']);
    await eventually('a refusal', async () => (await rows(database))[0]?.last_error?.startsWith(String(code)));
    smtp.rejectRecipients(null);
    await queue(database, ['other@example.com']);
    const first = await eventually('another mail', () => smtp.received[0]);
    expect(first.to).toEqual(['other@example.com']);
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0, { timeoutMs: 20_000 });
    expect(smtp.received.map((mail) => mail.to[0])).toEqual(['other@example.com', 'refused@example.com']);
    expect(site.output()).not.toContain('refused@example.com');
  });

  test('a mail that nobody wants for days is given up, and its link goes', async () => {
    smtp.rejectRecipients(550);
    await askForLink(site);
    await database.query(`UPDATE mails SET created_at = created_at - interval '4 days', next_attempt_at = now()`);
    await eventually('the mail to be given up', () => site.output().includes('A mail was given up'));
    const [row] = await eventually('that to be noted', async () => {
      const found = await rows(database);
      return Object.keys(found[0]?.data ?? {}).length === 0 ? found : undefined;
    });
    expect(row).toMatchObject({ sent_at: null });
    expect(row?.last_error).toContain('Not now');
  });

  test('a slow mail server makes nobody wait and gets each mail once', async () => {
    let release = (): void => undefined;
    smtp.delayReplies(new Promise<void>((resolve) => (release = resolve)));
    await queue(database, ['one@example.com', 'two@example.com']);
    await eventually('both mails to be on their way', () => smtp.pendingReplies() === 2);
    const begun = Date.now();
    await askForLink(site);
    expect(Date.now() - begun).toBeLessThan(PROMPT_MS);
    // As after a while in which the store could not be reached: the lease has run out, but who holds it is alive.
    await database.query(`UPDATE mails SET next_attempt_at = now() - interval '1 second'`);
    await eventually('the third mail to be on its way', () => smtp.pendingReplies() === 3);
    release();
    await eventually('all mails to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received.map((mail) => mail.to[0]).sort()).toEqual([
      'one@example.com',
      'ordinary@example.com',
      'two@example.com',
    ]);
  });

  test('two processes share the work and send each mail once', async () => {
    const second = await startServer({ database, env: { SMTP_URL: smtp.url } });
    const recipients = Array.from({ length: 60 }, (_, index) => `person${String(index)}@example.com`);
    await queue(database, recipients);
    await eventually('all mails to be sent', async () => (await unsent(database)) === 0, { timeoutMs: 20_000 });
    await second.stop();
    expect(smtp.received.map((mail) => mail.to[0]).sort()).toEqual([...recipients].sort());
    expect(new Set(smtp.received.map((mail) => mail.messageId)).size).toBe(60);
    // Each names its own host in what it sends: the one by its public address, the other by where it listens.
    expect(new Set(smtp.received.map((mail) => mail.from)).size).toBe(2);
  });

  test('a process that dies in the middle leaves the mail to the next one', async () => {
    let release = (): void => undefined;
    smtp.delayReplies(new Promise<void>((resolve) => (release = resolve)));
    await askForLink(site);
    await eventually('the mail to be on its way', () => smtp.pendingReplies() === 1);
    await site.kill();
    smtp.delayReplies(Promise.resolve());
    site = await start();
    expect(await unsent(database)).toBe(1);
    await database.query(`UPDATE mails SET next_attempt_at = now()`);
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    release();
    // What the dead process had handed over may have gone out as well: twice at worst, and recognisable as the same.
    expect(smtp.received.length).toBeLessThanOrEqual(2);
    expect(new Set(smtp.received.map((mail) => mail.messageId)).size).toBe(1);
  });

  test('a server that stops lets its mails go out, or gives them back', async () => {
    smtp.delayReplies(new Promise(() => undefined));
    await askForLink(site);
    await eventually('the mail to be on its way', () => smtp.pendingReplies() === 1);
    const begun = Date.now();
    expect(await site.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    const [row] = await database.query<{ due: boolean }>('SELECT next_attempt_at <= now() AS due FROM mails');
    expect(row?.due).toBe(true);
    smtp.delayReplies(Promise.resolve());
    site = await start();
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received.at(-1)?.to).toEqual(['ordinary@example.com']);
  });

  test('the files of a ticket travel with its mail', async () => {
    const [ticketId, fileId] = [randomUUID(), randomUUID()];
    await database.query(`INSERT INTO tickets VALUES ($1, 'GH-1', NULL, '{}', now())`, [ticketId]);
    await database.query(`INSERT INTO attachments VALUES ($1, $2, 'Größe.png', 'image/png', 4, $3)`, [
      fileId,
      ticketId,
      Buffer.from('\x89PNG', 'latin1'),
    ]);
    await database.query(
      `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
       VALUES ($1, 'support@example.com', 'en-US', 'ticketReceived', $2, now(), now())`,
      [
        randomUUID(),
        { ticketNumber: 'GH-1', fields: { Email: 'a@example.com' }, attachments: [{ id: fileId, fileName: 'Größe.png' }] },
      ],
    );
    const mail = await eventually('the mail', () => smtp.received[0]);
    expect(mail.raw).toMatch(/^Content-Type: image\/png/im);
    expect(mail.raw).toContain(Buffer.from('\x89PNG', 'latin1').toString('base64'));
    expect(mail.text).toContain('Attachments: Größe.png');
  });
});

describe('Without a mail server', () => {
  let site: TestServer;
  beforeAll(async () => {
    site = await startServer();
  });
  afterAll(async () => {
    await site.stop();
  });

  test('the console says once that mail is kept as files', async () => {
    const said = await eventually(
      'the log to say so',
      () => site.output().match(/mail is not sent but kept as files/g) ?? undefined,
    );
    expect(said).toHaveLength(1);
  });

  test('mails are files that only the owner of the process can read, in the order of time', async () => {
    for (const name of ['ordinary', 'subadmin', 'second_sub']) await askForLink(site, name);
    const mails = await eventually('three mails', async () => {
      const found = await site.mails();
      return found.length === 3 ? found : undefined;
    });
    expect(mails.map((mail) => mail.to[0])).toEqual(['ordinary@example.com', 'subadmin@example.com', 'second_sub@example.com']);
    const outbox = join(site.dataDir, 'outbox');
    const files = await readdir(outbox);
    expect(files.sort()).toEqual(mails.map((mail) => mail.file));
    expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    for (const file of files) expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600);
  });

  test('a file shows its link as it is, and what it says in whatever language', async () => {
    await site.database.query(
      `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
       VALUES ($1, 'jürgen@example.com', 'de', 'invitation', $2, now(), now())`,
      [
        randomUUID(),
        {
          link: `${site.url}/ReceivedInvite?userId=1&token=abc`,
          inviter: 'Łucja',
          organisation: 'Größe',
          message: '東京',
          expiresAt: new Date(),
        },
      ],
    );
    const mail = await eventually('the mail', async () => (await site.mails()).find(({ to }) => to[0] === 'jürgen@example.com'));
    const raw = await readFile(join(site.dataDir, 'outbox', mail.file), 'utf8');
    expect(raw).toContain(`\r\n${site.url}/ReceivedInvite?userId=1&token=abc\r\n`);
    expect(mail.subject).toBe('Łucja lädt Sie zu Gatehouse ein');
    expect(mail.text).toContain('> 東京');
    expect(mail.html).toContain('Größe');
  });

  test('a mail that is delivered again takes its own place', async () => {
    const before = await site.mails();
    await site.database.query(
      `UPDATE mails SET sent_at = NULL, next_attempt_at = now(), data = $1 WHERE recipient = 'ordinary@example.com'`,
      [{ link: 'http://example.com/again', userName: 'ordinary', minutes: 60 }],
    );
    await eventually('the mail to be kept again', async () => (await site.mails())[0]?.links[0] === 'http://example.com/again');
    expect((await site.mails()).map((mail) => mail.file)).toEqual(before.map((mail) => mail.file));
  });
});
