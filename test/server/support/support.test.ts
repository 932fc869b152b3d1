/** Support tickets: stored and mailed with their attachments, all or nothing; and which requests are refused. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Answer } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { startServer } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { attachments } from '../../support/storedTickets.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const fields = {
  Email: 'ada@example.com',
  IssueDescription: 'I cannot <b>log in</b>.',
  Urgency: 'High',
  Browser: 'Firefox',
  HasCookies: 'true',
};
/** Server errors in the log: pino levels "error" and "fatal". */
const ERROR_LINE = /"level":[56]0/;
const file = (name: string, content: Buffer | string, type = 'application/octet-stream') => ({ name, content, type });

describe('A support ticket', () => {
  const site = useServer({
    env: {
      MAX_ATTACHMENTS: '3',
      MAX_ATTACHMENT_BYTES: '20000',
      MAX_ATTACHMENTS_BYTES: '30000',
      SUPPORT_EMAIL: 'help@example.com',
      LIMIT_TICKETS_PER_ADDRESS: '1000',
    },
  });

  async function send(
    ticket: Record<string, string>,
    files: ReturnType<typeof file>[] = [],
    client = createClient(site),
    headers: Record<string, string> = {},
  ): Promise<Answer<unknown>> {
    await client.raw('/api/Support/FormConfiguration');
    const body = new FormData();
    for (const [name, value] of Object.entries(ticket)) body.append(name, value);
    for (const { name, content, type } of files)
      body.append('attachments', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
    return client.raw('/api/Support/CreateTicket', { method: 'POST', body, headers });
  }
  const toSupport = (ticketNumber: string) =>
    awaitMail(site, ({ subject, to }) => subject.includes(ticketNumber) && to.includes('help@example.com'));
  const countStored = async () =>
    (
      await site.database.query<{ tickets: number; files: number }>(
        'SELECT (SELECT count(*)::int FROM tickets) AS tickets, (SELECT count(*)::int FROM attachments) AS files',
      )
    )[0];

  test('is stored and mailed to the support address, with its attachments', async () => {
    const answer = await send(fields, [file('screen.png', PNG, 'image/png'), file('notes.txt', 'It began today.', 'text/plain')]);
    expect(answer.status).toBe(201);
    const { ticketNumber } = answer.body as { ticketNumber: string };
    const mail = await toSupport(ticketNumber);
    expect(mail.to).toEqual(['help@example.com']);
    expect(mail.text).toContain('I cannot <b>log in</b>.');
    expect(mail.html).toContain('I cannot &lt;b&gt;log in&lt;/b&gt;.');
    const files = await attachments(site, { ticketNumber }, 'fileName', 'mimeType');
    expect(files).toEqual([
      { fileName: 'notes.txt', mimeType: 'text/plain' },
      { fileName: 'screen.png', mimeType: 'image/png' },
    ]);
  });

  test('is one ticket and one mail however often it is sent with the same idempotency key, also at once', async () => {
    const before = await countStored();
    const countMails = async () => (await queuedMails(site, { template: 'ticketReceived' })).length;
    const mailsBefore = await countMails();
    const key = { 'Idempotency-Key': `"${randomUUID()}"` };
    const sendAgain = () => send(fields, [file('notes.txt', 'It began today.', 'text/plain')], createClient(site), key);
    const answers = [...(await Promise.all([sendAgain(), sendAgain(), sendAgain()])), await sendAgain()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const [number, ...others] = new Set(answers.map(({ body }) => (body as { ticketNumber: string }).ticketNumber));
    expect(others).toEqual([]);
    expect(await countStored()).toEqual({ tickets: (before?.tickets ?? 0) + 1, files: (before?.files ?? 0) + 1 });
    expect(await countMails()).toBe(mailsBefore + 1);
    const events = await auditEvents(site, { target: number! });
    expect(events).toHaveLength(1);
  });

  test('is refused with an idempotency key that is no UUID', async () => {
    const answer = await send(fields, [], createClient(site), { 'Idempotency-Key': '1' });
    expect(answer).toMatchObject({ status: 400, problem: { fields: { 'Idempotency-Key': expect.anything() as unknown } } });
  });

  test('may name a portfolio of any length, or leave it empty', async () => {
    const portfolio = 'Northgate & Sons, '.repeat(30).trim();
    const answer = await send({ ...fields, CaseIdOrPortfolioName: portfolio });
    expect(answer.status).toBe(201);
    const { ticketNumber } = answer.body as { ticketNumber: string };
    const mail = await toSupport(ticketNumber);
    expect(mail.text.replace(/\s+/g, ' ')).toContain(portfolio);
    expect((await send({ ...fields, CaseIdOrPortfolioName: '' })).status).toBe(201);
  });

  test('is linked to the logged-in user', async () => {
    const client = await logInAs(site, 'ordinary');
    const { signedInAs } = await client.ok('Support.FormConfiguration');
    expect(signedInAs?.userName).toBe('ordinary');
    await send(fields, [], client);
    const [row] = await site.database.query<{ user_name: string }>(
      'SELECT user_name FROM tickets JOIN users USING (user_id) ORDER BY tickets.created_at DESC LIMIT 1',
    );
    expect(row?.user_name).toBe('ordinary');
  });

  test.each([
    [
      'a file whose content does not match its extension',
      [file('photo.png', 'MZ not a picture', 'image/png')],
      415,
      'FileTypeRefused',
    ],
    [
      'a file type that is not allowed',
      [file('page.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
      415,
      'FileTypeRefused',
    ],
    ['an image with a text file’s name', [file('notes.txt', PNG, 'text/plain')], 415, 'FileTypeRefused'],
    [
      'a program with a text file’s name',
      [file('notes.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 'text/plain')],
      415,
      'FileTypeRefused',
    ],
    ['a file that is too large', [file('long.txt', 'x'.repeat(20_001))], 413, 'PayloadTooLarge'],
    [
      'files that are too large together',
      [file('a.txt', 'x'.repeat(19_000)), file('b.txt', 'x'.repeat(19_000))],
      413,
      'PayloadTooLarge',
    ],
    ['too many files', Array.from({ length: 4 }, (_, index) => file(`${String(index)}.txt`, 'x')), 400, 'TooManyAttachments'],
  ])('is refused as a whole for %s', async (_why, files, status, code) => {
    const before = await countStored();
    const answer = await send(fields, [file('good.txt', 'good'), ...files].slice(-4));
    expect([answer.status, answer.problem?.code]).toEqual([status, code]);
    expect(await countStored()).toEqual(before);
  });

  test.each([
    ['Email', { ...fields, Email: 'nobody' }],
    ['IssueDescription', { ...fields, IssueDescription: '   ' }],
    ['Urgency', { ...fields, Urgency: 'Panic' }],
    ['Approved', { ...fields, Approved: 'true' }],
    ['Username', { ...fields, Username: 'x'.repeat(300) }],
    ['CaseIdOrPortfolioName', { ...fields, CaseIdOrPortfolioName: 'Harbour\nMutual' }],
  ])('with an invalid %s is refused with a message for that field', async (field, ticket) => {
    const answer = await send(ticket);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.problem?.fields ?? {})).toEqual([field]);
  });

  test.each([
    ['en-US', 'Description is required'],
    ['de', 'Beschreibung ist erforderlich'],
  ])('has a message for a missing field in the language %s', async (locale, sentence) => {
    const client = createClient(site, { headers: { 'Accept-Language': locale } });
    const answer = await send({ ...fields, IssueDescription: ' ' }, [], client);
    expect(answer.problem?.fields).toEqual({ IssueDescription: sentence });
  });

  test('is accepted as multipart/form-data only', async () => {
    const client = createClient(site);
    await client.raw('/api/Support/FormConfiguration');
    const answer = await client.raw('/api/Support/CreateTicket', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(415);
  });

  const part = (headers: string, content = 'x') => `--bbbbbbbbbbbbbbbbbbbbbbbb\r\n${headers}\r\n\r\n${content}\r\n`;
  const disposition = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;
  const completeFields = Object.entries(fields)
    .map(([name, value]) => part(disposition(name), value))
    .join('');

  test.each([
    ['without a boundary', 'multipart/form-data', `${completeFields}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${completeFields}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`],
    [
      'with a boundary that is too long',
      `multipart/form-data; boundary=${'b'.repeat(500)}`,
      `${completeFields}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
    ['without a part', 'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb', 'nothing'],
    ['without an end', 'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb', completeFields],
    [
      'that ends within a part header',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}--bbbbbbbbbbbbbbbbbbbbbbbb\r\nContent-Disp`,
    ],
    [
      'that ends within a file',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part(disposition('attachments', '; filename="a.txt"'))}`,
    ],
    [
      'with a file without a name',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part(`${disposition('attachments')}\r\nContent-Type: application/octet-stream`)}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
    [
      'with a file without a field',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part('Content-Disposition: form-data; filename="a.txt"')}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
    [
      'with a field without a name',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part('Content-Disposition: form-data')}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
    [
      'with an object for a text',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part(`${disposition('Language')}\r\nContent-Type: application/json`, '{"toString":1,"valueOf":1}')}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
    [
      'with a field named like a method',
      'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb',
      `${completeFields}${part(disposition('toString'))}--bbbbbbbbbbbbbbbbbbbbbbbb--\r\n`,
    ],
  ])('%s is refused with 4xx, without a server error', async (_what, type, body) => {
    const client = createClient(site);
    await client.raw('/api/Support/FormConfiguration');
    const before = await countStored();
    const answer = await client.raw('/api/Support/CreateTicket', { method: 'POST', body, headers: { 'content-type': type } });
    expect([400, 415]).toContain(answer.status);
    expect(answer.problem?.code).toMatch(/^\w+$/);
    expect(await countStored()).toEqual(before);
    expect(site.output()).not.toMatch(ERROR_LINE);
  });

  test('keeps a file name as text, never as a path', async () => {
    await send(fields, [file('../../etc/passwd.txt', 'root')]);
    expect(await attachments(site, { fileName: /passwd/ }, 'fileName')).toEqual([{ fileName: 'passwd.txt' }]);
  });

  test.each([
    ['too much of a file', '413', part(disposition('attachments', '; filename="a.txt"'), 'x'.repeat(40_000))],
    ['a file type that is not allowed', '415', part(disposition('attachments', '; filename="a.exe"'), 'x')],
    ['a duplicate field', '400', part(disposition('Email'), 'x')],
  ])('is refused before the body is complete: %s', async (_what, status, partialBody) => {
    const before = await countStored();
    const client = createClient(site);
    await client.raw('/api/Support/FormConfiguration');
    const answered = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
      socket.on('error', reject).once('data', (answer: Buffer) => {
        resolve(answer.toString().slice(9, 12));
        socket.destroy();
      });
      void Promise.all([client.cookie('XSRF-TOKEN'), client.jar.getCookieString(site.url)]).then(([pair, cookies]) => {
        socket.write(
          `POST /api/Support/CreateTicket HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\nX-XSRF-TOKEN: ${String(pair)}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb\r\nContent-Length: 100000000\r\n\r\n${completeFields}${partialBody}--bbbbbbbbbbbbbbbbbbbbbbbb\r\n`,
        );
      });
    });
    expect(answered).toBe(status);
    expect(await countStored()).toEqual(before);
  });

  test('that is aborted halfway stores nothing', async () => {
    const before = await countStored();
    const client = createClient(site);
    await client.raw('/api/Support/FormConfiguration');
    const abortController = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        const text = `--bbbbbbbbbbbbbbbbbbbbbbbb\r\nContent-Disposition: form-data; name="attachments"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhalf`;
        stream.enqueue(new TextEncoder().encode(text));
        queueMicrotask(() => {
          abortController.abort();
        });
      },
    });
    const sending = client.raw('/api/Support/CreateTicket', {
      method: 'POST',
      body: body as never,
      signal: abortController.signal,
      headers: { 'content-type': 'multipart/form-data; boundary=bbbbbbbbbbbbbbbbbbbbbbbb' },
      ...({ duplex: 'half' } as object),
    });
    await expect(sending).rejects.toThrow();
    expect((await send({ ...fields, Urgency: 'Panic' })).status).toBe(400);
    expect(await countStored()).toEqual(before);
  });
});

describe('With reCAPTCHA, a ticket', () => {
  let verifier: Server;
  let verdict: { status: number; body: string } = { status: 200, body: '{"success":true}' };
  const verifications: URLSearchParams[] = [];

  beforeAll(async () => {
    verifier = createServer((request, response) => {
      let text = '';
      request
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('end', () => {
          verifications.push(new URLSearchParams(text));
          response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(verdict.body);
        });
    });
    await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    verifier.close();
  });

  test('needs a token that the service confirms, and returns 503 when the service is down', async () => {
    const address = `http://127.0.0.1:${String((verifier.address() as AddressInfo).port)}/verify`;
    const site = await startServer({
      env: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret', RECAPTCHA_VERIFY_URL: address },
    });
    try {
      const client = createClient(site);
      expect((await client.ok('Support.FormConfiguration')).recaptchaSiteKey).toBe('site');
      const send = (token?: string) =>
        client.call('Support.CreateTicket', {
          body: {
            Email: 'ada@example.com',
            IssueDescription: 'Help',
            Urgency: 'Low',
            ...(token ? { RecaptchaToken: token } : {}),
          },
        });
      expect((await send()).problem?.code).toBe('RecaptchaFailed');
      expect((await send('token')).status).toBe(201);
      expect(verifications.at(-1)?.get('secret')).toBe('secret');
      expect(verifications.at(-1)?.get('response')).toBe('token');
      verdict = { status: 200, body: '{"success":false}' };
      expect((await send('token')).problem?.code).toBe('RecaptchaFailed');
      verdict = { status: 500, body: 'oops' };
      expect((await send('token')).status).toBe(503);
    } finally {
      await site.stop();
    }
  });
});
