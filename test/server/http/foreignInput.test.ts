/** What callers send is counted before it is parsed: the same answer for a little too much as for a megabyte of it. */
import { isWithinLimits } from '../../../server/http/jsonLimits.ts';
import { createClient } from '../../support/client.ts';
import { connectDirectory, type DirectoryProgram } from '../../support/scim/directory.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

const nested = (depth: number, [open, close]: readonly [string, string] = ['[', ']']) => open.repeat(depth) + close.repeat(depth);
const list = (count: number, item: string) => Array.from({ length: count }, () => item).join(',');

/** @param path of a call that is open to all, or of another one */
const answerTo = async (body: string, path = '/api/Login/Login') => {
  const client = createClient(site);
  await client.raw('/api/Login/Login');
  const { status, problem } = await client.raw(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return { status, code: problem?.code, faults: Object.keys(problem?.fields ?? {}).length };
};

const tooMuch: readonly (readonly [string, string])[] = [
  ['33 lists within each other', nested(33)],
  ['33 objects within each other', nested(33, ['{"a":', '}']).replace('}', '1}')],
  ['lists and objects within each other', `${'[{"a":'.repeat(17)}1${'}]'.repeat(17)}`],
  ['half a million lists within each other', nested(500_000)],
  ['a list of 50,000 values', `[${list(50_000, '1')}]`],
  ['300,000 empty objects', `{"userName":[${list(300_000, '{}')}]}`],
  ['an object of 50,000 fields', `{${Array.from({ length: 50_000 }, (_, index) => `"${String(index)}":1`).join(',')}}`],
  ['too many values behind a text of brackets', `["${'[{'.repeat(100)}\\"",${list(50_000, '{}')}]`],
];
test.each(tooMuch)('JSON of %s is refused unread, also where the call is for others', async (_what, body) => {
  expect(await answerTo(body)).toEqual({ status: 400, code: 'BadRequest', faults: 0 });
  expect(await answerTo(body, '/api/ApiKey/Create')).toEqual({ status: 400, code: 'BadRequest', faults: 0 });
});

test.each([
  ['32 lists within each other', nested(32)],
  ['a text of brackets', JSON.stringify({ userName: '[{"'.repeat(200), password: 'x' })],
  ['a text that ends with a backslash', JSON.stringify({ userName: `${'['.repeat(50)}\\`, password: 'x' })],
  ['a list of 49,999 values', `[${list(49_998, '1')}]`],
])('JSON of %s is read', async (_what, body) => {
  const { status, code } = await answerTo(body);
  expect([status, code]).not.toEqual([400, 'BadRequest']);
});

test('The count ends where the limit is reached, whatever follows', () => {
  const limits = { depth: 2, values: 5 };
  for (const text of ['[[', '[1,2,3', '{"a":{"b":1}}', '"[[["', '["\\"[[[",1]', ']]][[', ''])
    expect(isWithinLimits(text, limits)).toBe(true);
  for (const text of ['[[[', '[1,2,3,4,5', '{"a":[{', '["a",{"b":[', '"a"[[[']) expect(isWithinLimits(text, limits)).toBe(false);
});

test('An answer words a hundred faults, of however many', async () => {
  for (const count of [101, 500, 5000, 20_000, 49_000]) {
    const body = `{${Array.from({ length: count }, (_, index) => `"field${String(index)}":1`).join(',')}}`;
    expect(await answerTo(body)).toEqual({ status: 400, code: 'Invalid', faults: 100 });
  }
  expect(await answerTo('{"a":1,"userName":1,"password":"x"}')).toEqual({ status: 400, code: 'Invalid', faults: 2 });
});

describe('A directory', () => {
  let directory: DirectoryProgram;
  beforeAll(async () => {
    directory = await connectDirectory(site);
  });

  test.each([
    ['nested deeper than twelve levels', `{"a":${nested(12)}}`, 'invalidSyntax'],
    ['nested fifty thousand times', `{"a":${nested(50_000)}}`, 'invalidSyntax'],
    ['of a million empty objects', `{"emails":[${list(1_000_000, '{}')}]}`, 'tooMany'],
    ['of 150,001 values', `{"emails":[${list(150_001, '1')}]}`, 'tooMany'],
    ['nested a million times', `{"a":${nested(1_000_000)}}`, 'tooMany'],
  ])('refuses to read a body %s', async (_what, body, scimType) => {
    expect(await directory.send('POST', '/Users', body)).toMatchObject({ status: 400, body: { scimType } });
  });
});

test('A request to log in to an application has at most 50 parameters', async () => {
  const visit = async (parameters: string) => (await createClient(site).raw(`/oidc/auth?${parameters}`, { bare: true })).text;
  for (const parameters of [
    'a&'.repeat(50),
    'a&'.repeat(4000),
    list(51, 'a=1').replaceAll(',', '&'),
    '&'.repeat(8000),
    'client_id=x&'.repeat(60),
  ])
    expect(await visit(parameters)).toContain('more than 50 parameters');
  expect(await visit('a&'.repeat(49))).not.toContain('more than 50 parameters');
});

test('A form of files has a boundary of 24 characters', async () => {
  const client = createClient(site);
  await client.raw('/api/Login/Login');
  const send = (boundary: string, header = boundary) =>
    client.raw('/api/Support/CreateTicket', {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${header}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="Message"\r\n\r\nHello\r\n--${boundary}--\r\n`,
    });
  await forgetThrottles(site);
  for (const short of ['x', 'xx', 'x'.repeat(12), 'x'.repeat(23)])
    expect((await send(short)).problem).toMatchObject({ code: 'BadRequest' });
  // The rest of the form is judged.
  expect((await send('x'.repeat(24))).problem?.fields).toBeDefined();
  expect((await send('x'.repeat(24), `"${'x'.repeat(24)}"`)).problem?.fields).toBeDefined();
});
