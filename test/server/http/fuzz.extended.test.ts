/** Fuzzing: hostile values in every parameter and field of every operation never cause a 5xx or leak internals. */
import { z } from 'zod';
import { pathParams } from '../../../api/contract/call.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../../api/contract/index.ts';
import { argsOf, sceneOf } from '../../support/callSamples.ts';
import type { Scene } from '../../support/callSamples/sample.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client, RawRequest } from '../../support/client.ts';
import { address } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';

const nestedArray = (levels: number): unknown => (levels === 0 ? 0 : [nestedArray(levels - 1)]);

/** JSON texts, sent verbatim. */
const hostileValues: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1e308',
  '9007199254740993',
  '""',
  '"   "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\ufeff"',
  '"😀🏳️‍🌈"',
  `"${'x'.repeat(20_000)}"`,
  '"%00%s%n{{7*7}}${7*7}"',
  '"\'; DROP TABLE users; --"',
  '"../../../etc/passwd"',
  '"2026-13-45T99:99:99Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '[]',
  '"=cmd|calc"',
  '"<script>alert(1)</script>"',
  '"javascript:alert(1)"',
  '"//evil.example/"',
  '"a\\r\\nSet-Cookie: x=1"',
  '"ﬁ İ ı ſ K"',
  '"2026-11-21T00:00:00Z"',
  '-9223372036854775809',
  '[null]',
  '["a","a"]',
  '{}',
  '{"length":1}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  JSON.stringify(nestedArray(200)),
];

const hostileBodies: readonly string[] = [
  ...hostileValues,
  '',
  '{',
  '[[[[',
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  '\u0000',
  '['.repeat(50_000),
  `{"${'k'.repeat(5000)}":1}`,
];

/** Texts for path and query parameters, already percent-encoded. */
const hostileTexts: readonly string[] = [
  '%20',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%zz',
  '%2e%2e%2f',
  '..%2f..%2f',
  '%5c',
  'null',
  'undefined',
  '-1',
  '1e400',
  '99999999999999999999',
  'true',
  '[]',
  '{}',
  '%7B%22__proto__%22%3A1%7D',
  '%27%20OR%201%3D1--',
  '%F0%9F%98%80',
  '%0d%0aSet-Cookie:x=1',
  '2026-13-45T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
  '-userName,-userName,-userName',
  '%3Cscript%3E',
  '%C4%B0%C4%B1',
  '-9223372036854775809',
  'x'.repeat(900),
];

interface FuzzRequest {
  path: string;
  request: RawRequest;
}

const jsonHeaders = { 'content-type': 'application/json' };

function* fuzzRequests(operation: Operation, args: Readonly<Record<string, unknown>>): Generator<FuzzRequest> {
  const { method } = operation;
  const validPath = address(operation, args);
  const body = args.body as Record<string, unknown> | undefined;
  const validRequest: RawRequest =
    operation.sends === 'json' && body !== undefined ? { method, headers: jsonHeaders, body: JSON.stringify(body) } : { method };
  for (const name of pathParams(operation.path))
    for (const text of hostileTexts) {
      const marked = address(operation, { ...args, [name]: 'MARK' });
      yield { path: marked.replace('MARK', text), request: validRequest };
    }
  for (const name of Object.keys(operation.query?.shape ?? {}))
    for (const text of hostileTexts)
      yield { path: `${validPath}${validPath.includes('?') ? '&' : '?'}${name}=${text}`, request: validRequest };
  if (operation.sends !== 'json') return;
  for (const text of hostileBodies) yield { path: validPath, request: { method, headers: jsonHeaders, body: text } };
  for (const name of fieldsOf(operation.body))
    for (const value of hostileValues)
      yield { path: validPath, request: { method, headers: jsonHeaders, body: withField(body ?? {}, name, value) } };
}

/** Field names of a body, of all its variants. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => fieldsOf(option as z.ZodType)))];
  return [];
}

const withField = (body: Readonly<Record<string, unknown>>, name: string, text: string): string =>
  `{${[
    ...Object.entries(body)
      .filter(([key]) => key !== name)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`),
    `${JSON.stringify(name)}:${text}`,
  ].join(',')}}`;

/** Every n-th request is sent, with an offset per operation so that each value is sent to some. */
const SAMPLE_EVERY = scaled(5, 1);
const MIN_REQUESTS = scaled(1000, 5000);

/** Operations that end or replace the caller’s session. */
const ENDS_THE_SESSION: readonly OperationName[] = [
  'Login.Logout',
  'Users.EndOtherSessions',
  'Users.EndSession',
  'Users.Impersonate',
  'Login.Login',
];

describe('With hostile input, the server', () => {
  const site = useServer({
    env: {
      LIMIT_LOGINS_PER_ADDRESS: '1000000',
      // All its logins have one name, and wait for each other.
      LIMIT_HASH_WAIT_MS: '60000',
      LIMIT_RECOVERY_PER_ADDRESS: '1000000',
      LIMIT_TICKETS_PER_ADDRESS: '1000000',
      LIMIT_RECOVERY_MAILS: '1000000',
      LIMIT_API_KEYS: '1000000',
      LIMIT_FAILURES_TO_LOCK: '1000000',
      LIMIT_FAILURES_HARD_STOP: '1000000',
    },
  });
  let admin: Client;
  let scene: Scene;
  let total = 0;

  beforeAll(async () => {
    admin = await logInAs(site, 'sysadmin');
    scene = await sceneOf(site, 'ordinary');
  });

  const all = Object.entries(operations).map(
    ([name, operation], position) => [name as OperationName, operation as Operation, position] as const,
  );

  test.each(all)('answers %s without a 5xx', async (name, operation, position) => {
    const args = argsOf(name, scene);
    const faults: string[] = [];
    const requests = [...fuzzRequests(operation, args)].filter((_request, index) => (index + position) % SAMPLE_EVERY === 0);
    // Concurrent directory syncs are refused.
    const concurrency = name === 'Users.Sync' ? 1 : 16;
    for (let start = 0; start < requests.length; start += concurrency) {
      if (ENDS_THE_SESSION.includes(name)) admin = await logInAs(site, 'sysadmin');
      const answers = await Promise.all(
        requests
          .slice(start, start + concurrency)
          .map(async ({ path, request }) => ({ path, request, answer: await admin.raw(path, request) })),
      );
      for (const { path, request, answer } of answers) {
        total += 1;
        const isAnswered =
          answer.status < 400 || answer.status === 404 || (answer.problem?.code !== undefined && answer.problem.message !== '');
        if (answer.status >= 500 || !isAnswered || /\bat \w+.*:\d+:\d+|SELECT |node_modules/.test(answer.problem?.message ?? ''))
          faults.push(
            `${String(answer.status)} ${path.slice(0, 120)} ${typeof request.body === 'string' ? request.body.slice(0, 120) : ''} ${answer.text.slice(0, 200)}`,
          );
      }
    }
    // Some operations end or replace the session; all others need the administrator’s.
    if ((await admin.call('Users.Self')).body?.userName !== 'sysadmin') admin = await logInAs(site, 'sysadmin');
    expect(faults).toEqual([]);
  });

  test(`is ready after at least ${String(MIN_REQUESTS)} requests, and the session still has its user`, async () => {
    expect(total).toBeGreaterThanOrEqual(MIN_REQUESTS);
    expect((await admin.call('Health.Ready')).status).toBe(200);
    expect((await admin.ok('Users.Self')).userName).toBe('sysadmin');
  });
});
