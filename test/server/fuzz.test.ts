/** Every field of every operation gets what no honest client sends: each answer is a clear refusal or an honest reply, never a fault of ours. */
import { z } from 'zod';
import { pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { as } from '../support/as.ts';
import type { Client, RawRequest } from '../support/client.ts';
import { address } from '../support/client.ts';
import { scaled } from '../support/scale.ts';
import { useServer } from '../support/useServer.ts';
import { table, type World } from './matrix/table.ts';

const deep = (levels: number): unknown => (levels === 0 ? 0 : [deep(levels - 1)]);

/** As JSON texts, so that each reaches the server as it is written here. */
const hostile: readonly string[] = [
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
  JSON.stringify(deep(200)),
];

const hostileBodies: readonly string[] = [
  ...hostile,
  '',
  '{',
  '[[[[',
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  '\u0000',
  '['.repeat(50_000),
  `{"${'k'.repeat(5000)}":1}`,
];

/** As they stand in an address. */
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

interface Shot {
  path: string;
  request: RawRequest;
}

const json = { 'content-type': 'application/json' };

function* shots(operation: Operation, args: Readonly<Record<string, unknown>>): Generator<Shot> {
  const { method } = operation;
  const good = address(operation, args);
  const body = args.body as Record<string, unknown> | undefined;
  const sent: RawRequest =
    operation.sends === 'json' && body !== undefined ? { method, headers: json, body: JSON.stringify(body) } : { method };
  for (const name of pathParams(operation.path))
    for (const text of hostileTexts) {
      const marked = address(operation, { ...args, [name]: 'MARK' });
      yield { path: marked.replace('MARK', text), request: sent };
    }
  for (const name of Object.keys(operation.query?.shape ?? {}))
    for (const text of hostileTexts) yield { path: `${good}${good.includes('?') ? '&' : '?'}${name}=${text}`, request: sent };
  if (operation.sends !== 'json') return;
  for (const text of hostileBodies) yield { path: good, request: { method, headers: json, body: text } };
  for (const name of fieldsOf(operation.body))
    for (const value of hostile)
      yield { path: good, request: { method, headers: json, body: withField(body ?? {}, name, value) } };
}

/** The fields of a body, of each of its forms where it has several. */
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

/** One shot of so many is sent; which one differs from operation to operation, so that every value is sent somewhere. */
const ONE_OF = scaled(5, 1);
const LEAST_SHOTS = scaled(1000, 5000);

/** Calls that end the caller's own session when they succeed. */
const FRESH: readonly OperationName[] = [
  'Login.Logout',
  'Users.EndOtherSessions',
  'Users.EndSession',
  'Users.Impersonate',
  'Login.Login',
];

describe('Whatever is sent to it, the server', () => {
  const site = useServer({
    env: {
      LIMIT_LOGINS_PER_ADDRESS: '1000000',
      LIMIT_RECOVERY_PER_ADDRESS: '1000000',
      LIMIT_TICKETS_PER_ADDRESS: '1000000',
      LIMIT_RECOVERY_MAILS: '1000000',
      LIMIT_API_KEYS: '1000000',
      LIMIT_FAILURES_TO_LOCK: '1000000',
      LIMIT_FAILURES_HARD_STOP: '1000000',
    },
  });
  let admin: Client;
  let world: World;
  let total = 0;

  beforeAll(async () => {
    admin = await as(site, 'sysadmin');
    const [bystander] = await site.database.query<{ user_id: string; user_name: string; organisation_id: string }>(
      `SELECT user_id, user_name, organisation_id FROM users WHERE user_name = 'ordinary'`,
    );
    const [invited] = await site.database.query<{ user_id: string }>(
      `SELECT user_id FROM users WHERE email = 'invited@example.com'`,
    );
    world = {
      bystander: { userId: bystander!.user_id, userName: bystander!.user_name },
      invitedId: invited!.user_id,
      harbourId: bystander!.organisation_id,
      unknownId: '00000000-0000-4000-8000-000000000000',
      fresh: 'fuzz',
      caller: 'systemAdmin',
      bystanderVersion: 1,
    };
  });

  const all = Object.entries(operations).map(
    ([name, operation], place) => [name as OperationName, operation as Operation, place] as const,
  );

  test.each(all)('answers %s without a fault', async (name, operation, place) => {
    const args = { ...(table[name].args as (world: World) => Record<string, unknown> | undefined)(world) };
    const faults: string[] = [];
    const ways = [...shots(operation, args)].filter((_shot, index) => (index + place) % ONE_OF === 0);
    // One directory is synchronised at a time: the others are told to come again.
    const atOnce = name === 'Users.Sync' ? 1 : 16;
    for (let start = 0; start < ways.length; start += atOnce) {
      if (FRESH.includes(name)) admin = await as(site, 'sysadmin');
      const answers = await Promise.all(
        ways
          .slice(start, start + atOnce)
          .map(async ({ path, request }) => ({ path, request, answer: await admin.raw(path, request) })),
      );
      for (const { path, request, answer } of answers) {
        total += 1;
        const told =
          answer.status < 400 || answer.status === 404 || (answer.problem?.code !== undefined && answer.problem.message !== '');
        if (answer.status >= 500 || !told || /\bat \w+.*:\d+:\d+|SELECT |node_modules/.test(answer.problem?.message ?? ''))
          faults.push(
            `${String(answer.status)} ${path.slice(0, 120)} ${typeof request.body === 'string' ? request.body.slice(0, 120) : ''} ${answer.text.slice(0, 200)}`,
          );
      }
    }
    // Some calls end the session or begin another one: everybody is shot at by the administrator.
    if ((await admin.call('Users.Self')).body?.userName !== 'sysadmin') admin = await as(site, 'sysadmin');
    expect(faults).toEqual([]);
  });

  test(`has been asked at least ${String(LEAST_SHOTS)} times, still lives, and nobody’s prototype has changed`, async () => {
    expect(total).toBeGreaterThanOrEqual(LEAST_SHOTS);
    expect((await admin.call('Health.Ready')).status).toBe(200);
    expect((await admin.ok('Users.Self')).userName).toBe('sysadmin');
  });
});
