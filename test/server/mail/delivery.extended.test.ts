/** Mail delivery, by SMTP or to files: each mail is sent once, and no request waits for it. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { forgetMails, makeMailsDue, queueMail } from '../../support/queuedMails.ts';
import { startServerProcess, type ServerProcess, type TestServer } from '../../support/server.ts';
import { startSmtp, type SmtpStub } from '../../support/smtp.ts';
import { forgetThrottles } from '../../support/throttles.ts';

/** The maximum of one process; only several processes send more at once. */
const MAX_PARALLEL_MAILS_PER_PROCESS = 4;

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

/** Inserts mails as the product queues them, without the operations that cause them. */
async function queue(database: TestDatabase, recipients: readonly string[]): Promise<void> {
  for (const recipient of recipients)
    await queueMail({ database }, recipient, 'passwordChanged', { userName: 'ordinary', at: new Date().toISOString() });
}

const unsent = async (database: TestDatabase) => (await rows(database)).filter((row) => row.sent_at === null).length;

describe('By SMTP', () => {
  let smtp: SmtpStub;
  let database: TestDatabase;
  let site: ServerProcess;

  const start = () => startServerProcess({ database, env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://id.example.com' } });

  beforeAll(async () => {
    database = await createDatabase();
    smtp = await startSmtp();
    site = await start();
  });
  beforeEach(async () => {
    await forgetThrottles({ database });
    await forgetMails({ database });
    smtp.reset();
  });
  afterAll(async () => {
    await smtp.stop();
    await site.stop();
    await database.drop();
  });

  test('a mail arrives with both parts, from the configured sender, and its link is deleted from the database', async () => {
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

  test('a mail server that is down delays no request, and receives the mail once when it is back', async () => {
    await smtp.shutDown();
    await askForLink(site);
    const [failed] = await eventually('a failed attempt', async () => {
      const found = await rows(database);
      return found[0]?.last_error ? found : undefined;
    });
    expect(failed?.data).toHaveProperty('link');
    await smtp.restart();
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received).toHaveLength(1);
    await eventually('the log to say so', () => site.output().includes('Mail cannot be delivered now and will be tried again'));
    expect(site.output()).not.toMatch(/token=|ordinary@example\.com/);
  });

  test('a mail refused for now (4yz) is retried and delays no other mail', async () => {
    smtp.rejectRecipients(451);
    await queue(database, ['refused@example.com']);
    await eventually('a refusal', async () => (await rows(database))[0]?.last_error?.startsWith('451'));
    smtp.rejectRecipients(null);
    await queue(database, ['other@example.com']);
    const first = await eventually('another mail', () => smtp.received[0]);
    expect(first.to).toEqual(['other@example.com']);
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received.map((mail) => mail.to[0])).toEqual(['other@example.com', 'refused@example.com']);
    expect(site.output()).not.toContain('refused@example.com');
  });

  test('a mail refused for good (5yz) is tried once; of an invitation the inviter gets a mail', async () => {
    smtp.rejectRecipients(550);
    await database.query(`UPDATE users SET invited_by = 'subadmin' WHERE email = 'invited@example.com'`);
    await queue(database, ['gone@example.com']);
    await database.query(
      `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
       VALUES (gen_random_uuid(), 'invited@example.com', 'en-US', 'invitation', $1, now(), now())`,
      [
        {
          link: 'https://id.example.com/ReceivedInvite?token=abc',
          inviter: 'Sue',
          organisation: 'Harbour Mutual',
          message: null,
          expiresAt: new Date(),
        },
      ],
    );
    const notice = await eventually('the mail to the inviter', async () =>
      (await rows(database)).find(({ template }) => template === 'invitationRefused'),
    );
    expect(notice).toMatchObject({ recipient: 'subadmin@example.com', data: { email: 'invited@example.com' } });
    const refused = await eventually('both to be given up', async () => {
      const found = (await rows(database)).filter(({ recipient }) => /^(gone|invited)@/.test(recipient));
      return found.every(({ data }) => Object.keys(data).length === 0) ? found : undefined;
    });
    expect(refused).toHaveLength(2);
    for (const row of refused)
      expect(row).toMatchObject({ attempts: 1, sent_at: null, next_attempt_at: Number.POSITIVE_INFINITY });
  });

  test('a mail refused for days is given up, and its link is deleted', async () => {
    smtp.rejectRecipients(451);
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

  test('a slow mail server delays no request and receives each mail once', async () => {
    let release = (): void => undefined;
    smtp.delayReplies(new Promise<void>((resolve) => (release = resolve)));
    await queue(database, ['one@example.com', 'two@example.com']);
    await eventually('both mails to be received', () => smtp.pendingReplies() === 2);
    // The call is answered while the mail server acknowledges nothing.
    await askForLink(site);
    // Simulates a period without database: the lease has expired, but its holder is alive.
    await database.query(`UPDATE mails SET next_attempt_at = now() - interval '1 second'`);
    await eventually('the third mail to be received', () => smtp.pendingReplies() === 3);
    release();
    await eventually('all mails to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received.map((mail) => mail.to[0]).sort()).toEqual([
      'one@example.com',
      'ordinary@example.com',
      'two@example.com',
    ]);
  });

  test('two processes share the queue and send each mail once', async () => {
    const second = await startServerProcess({ database, env: { SMTP_URL: smtp.url } });
    const recipients = Array.from({ length: 60 }, (_, index) => `person${String(index)}@example.com`);
    let release = (): void => undefined;
    smtp.delayReplies(new Promise<void>((resolve) => (release = resolve)));
    try {
      await queue(database, recipients);
      await eventually('both processes to be sending', () => smtp.pendingReplies() > MAX_PARALLEL_MAILS_PER_PROCESS);
      release();
      await eventually('all mails to be sent', async () => (await unsent(database)) === 0);
    } finally {
      release();
      await second.stop();
    }
    expect(smtp.received.map((mail) => mail.to[0]).sort()).toEqual([...recipients].sort());
    expect(new Set(smtp.received.map((mail) => mail.messageId)).size).toBe(60);
    // Each sender uses its own host: the first its public address, the second its listening address.
    expect(new Set(smtp.received.map((mail) => mail.from)).size).toBe(2);
  });

  test('a mail of a process that dies while sending is taken over by the next one', async () => {
    let release = (): void => undefined;
    smtp.delayReplies(new Promise<void>((resolve) => (release = resolve)));
    await askForLink(site);
    await eventually('the mail to be received', () => smtp.pendingReplies() === 1);
    await site.kill();
    expect(await unsent(database)).toBe(1);
    smtp.delayReplies(Promise.resolve());
    site = await start();
    await makeMailsDue({ database });
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    release();
    // The killed process may have delivered it too: at most twice, with the same message id.
    expect(smtp.received.length).toBeLessThanOrEqual(2);
    expect(new Set(smtp.received.map((mail) => mail.messageId)).size).toBe(1);
  });

  test('a server that shuts down finishes its mails or releases them', async () => {
    smtp.delayReplies(new Promise(() => undefined));
    await askForLink(site);
    await eventually('the mail to be received', () => smtp.pendingReplies() === 1);
    expect(await site.stop()).toBe(0);
    const [row] = await database.query<{ due: boolean }>('SELECT next_attempt_at <= now() AS due FROM mails');
    expect(row?.due).toBe(true);
    smtp.delayReplies(Promise.resolve());
    site = await start();
    await eventually('the mail to be sent', async () => (await unsent(database)) === 0);
    expect(smtp.received.at(-1)?.to).toEqual(['ordinary@example.com']);
  });

  test('the attachments of a ticket are sent with its mail', async () => {
    const [ticketId, fileId] = [randomUUID(), randomUUID()];
    await database.query(
      `INSERT INTO tickets (ticket_id, ticket_number, fields, link_hash, created_at) VALUES ($1, 'GH-1', '{}', $2, now())`,
      [ticketId, Buffer.alloc(32)],
    );
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
    site = await startServerProcess();
  });
  afterAll(async () => {
    await site.stop();
  });

  test('the console reports once that mail is written to files', async () => {
    const said = await eventually(
      'the log to say so',
      () => site.output().match(/mail is not sent but kept as files/g) ?? undefined,
    );
    expect(said).toHaveLength(1);
  });

  test('mails are files readable by the process owner only, in chronological order', async () => {
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

  test('a file contains its link unbroken, and its text in any script', async () => {
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

  test('a mail that is delivered again replaces its file', async () => {
    const before = await site.mails();
    await site.database.query(
      `UPDATE mails SET sent_at = NULL, next_attempt_at = now(), data = $1 WHERE recipient = 'ordinary@example.com'`,
      [{ link: 'http://example.com/again', userName: 'ordinary', minutes: 60 }],
    );
    await eventually('the mail to be kept again', async () => (await site.mails())[0]?.links[0] === 'http://example.com/again');
    expect((await site.mails()).map((mail) => mail.file)).toEqual(before.map((mail) => mail.file));
  });
});
