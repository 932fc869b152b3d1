/** Mass assignment and privilege: unknown fields are refused, and so is any change of a user with a higher role. */
import { z } from 'zod';
import { changesState, pathParams } from '../../../api/contract/call.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../../api/contract/index.ts';
import { argsOf, callWith, sceneOf } from '../../support/callSamples.ts';
import type { Scene } from '../../support/callSamples/sample.ts';
import { logInAs } from '../../support/logInAs.ts';
import { address, type Client } from '../../support/client.ts';
import { pendingMfaSession } from '../../support/mfa.ts';
import { isFull } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '100000', LIMIT_RECOVERY_PER_ADDRESS: '100000' } });
let administrator: Client;
let pendingClient: Client;
let scene: Scene;

beforeAll(async () => {
  administrator = await logInAs(site, 'sysadmin');
  pendingClient = await pendingMfaSession(site, 'mfa_user');
  scene = await sceneOf(site, 'ordinary');
});

/** Fields that an attacker would like to set, on their own account or on others. */
const protectedFields: Readonly<Record<string, unknown>> = {
  roles: ['SystemAdministration'],
  $where: '1',
};
/** A schema that refuses one unknown field refuses them all: the full run tries these too. */
const moreFields: typeof protectedFields = {
  enabled: true,
  approved: true,
  organisation: 'Gatehouse',
  organisationPublicId: '00000000-0000-4000-8000-000000000000',
  userId: '00000000-0000-4000-8000-000000000000',
  userName: 'sysadmin',
  email: 'evil@example.org',
  password_hash: 'x',
  mfaRequired: false,
  version: 1,
};

/** A digest of all users, as it is computed twice for each operation. */
const snapshot = () =>
  site.database.row(
    `SELECT md5(string_agg(concat_ws(' ', u.user_id, u.roles, u.enabled, u.email, u.organisation_id, u.version, o.approved, o.mfa_required),
              ',' ORDER BY u.user_id)) AS digest FROM users u JOIN organisations o USING (organisation_id)`,
  );

/** Field names that a body schema accepts, in any of its variants. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap((option) => fieldsOf(option as z.ZodType)) : [];
}

const allOperations = Object.entries(operations) as [OperationName, Operation][];

test.each(allOperations.filter(([, { sends }]) => sends !== 'multipart'))(
  '%s refuses unknown fields',
  async (name, operation) => {
    const before = await snapshot();
    const client = operation.who === 'pending' ? pendingClient : administrator;
    const args = argsOf(name, scene);
    const path = address(operation, args);
    const body = (args.body ?? {}) as Record<string, unknown>;
    const send = (more: string) =>
      client.raw(path, {
        method: operation.method,
        headers: { 'content-type': 'application/json' },
        body: `{${[more, JSON.stringify(body).slice(1, -1)].filter(Boolean).join(',')}}`,
      });
    const attempts: [what: string, answer: Promise<{ status: number }>][] = [];
    for (const [field, value] of Object.entries({ ...protectedFields, ...(isFull && moreFields) })) {
      if (operation.method !== 'GET' && !fieldsOf(operation.body).includes(field))
        attempts.push([`body ${field}`, send(`${JSON.stringify(field)}:${JSON.stringify(value)}`)]);
      if (operation.query && field in operation.query.shape) continue;
      const target = `${path}${path.includes('?') ? '&' : '?'}${field}=x`;
      attempts.push([`query ${field}`, client.raw(target, { method: operation.method })]);
    }
    if (operation.method !== 'GET')
      for (const proto of ['"__proto__":{"roles":["SystemAdministration"]}', '"constructor":{"prototype":{"enabled":true}}'])
        attempts.push([proto, send(proto)]);
    for (const [what, answer] of attempts) expect([what, (await answer).status]).toEqual([what, 400]);
    expect(await snapshot()).toEqual(before);
  },
);

describe('A subscriber administrator', () => {
  const onOtherUsers = allOperations.filter(
    ([name, operation]) =>
      changesState(operation) &&
      // Needs a connection; `accounts/connections.test.ts` has it.
      name !== 'Connections.RemoveLink' &&
      !['anyone', 'grant'].includes(operation.who) &&
      pathParams(operation.path).some((param) => param === 'userName' || param === 'userId'),
  );
  let higher: Scene;
  let subadmin: Client;

  beforeAll(async () => {
    subadmin = await logInAs(site, 'subadmin');
    const { userId } = await administrator.ok('Invite.CreateUser', {
      body: {
        email: 'higher@example.net',
        firstName: 'H',
        lastName: 'Igher',
        roles: ['SystemAdministration'],
        organisationPublicId: scene.harbourId,
      },
    });
    await setRoles(site, 'mfa_user', ['SystemAdministration']);
    higher = { ...(await sceneOf(site, 'mfa_user')), invitedId: userId };
  });

  test('has at least eleven operations that change another user', () => {
    expect(onOtherUsers.length).toBeGreaterThanOrEqual(11);
  });

  test.each(onOtherUsers)('changes no system administrator of the same organisation: %s', async (name) => {
    const before = await snapshot();
    const args = {
      ...argsOf(name, higher),
      ...(name === 'Invite.Delete' && { userId: higher.invitedId }),
      ...(name === 'Connections.SetBreakGlass' && { userId: higher.member.userId }),
    };
    expect((await callWith(subadmin, name, args)).status).toBe(403);
    expect(await snapshot()).toEqual(before);
  });
});
