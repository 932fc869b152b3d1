/** Two pairs of eyes by effect: no kind of call lets one administrator do alone what needs two. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { operations, type ArgsOf, type OperationName } from '../../../api/contract/index.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { succeed } from '../../support/preparedCalls.ts';
import { disable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { addGroup, grantByGroup } from '../../support/directories.ts';
import { eventually } from '../../support/eventually.ts';
import { moveIn, peopleOf } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { approve, requireFourEyes } from '../../support/organisations.ts';
import { startServer } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { FOUR_EYES: 'on', LIMIT_LOGINS_PER_ADDRESS: '10000' } });

/** Columns that carry rights: a new one of these tables has to be put into one of the two lists. */
const rights: Readonly<Record<string, readonly string[]>> = {
  users: ['organisation_id', 'roles', 'enabled', 'email', 'pending_email', 'mfa_required_override'],
  organisations: ['approved', 'four_eyes', 'mfa_required'],
};
const others: Readonly<Record<string, readonly string[]>> = {
  // Credentials belong to their owner; `Users.ResetAuthentication` and `Mfa.RecoveryFor` cover their reset.
  users: [
    'email_proven_at,user_id,user_name,first_name,last_name,title,ui_font_size,locale,created_at,version',
    'external_source,external_id,invited_by,invite_expires_at,registered_at,owner_id,pending_email_by,pending_email_at',
    'password_hash,password_changed_at,password_must_change,mfa_secret,mfa_enrolled_at,mfa_last_step,mfa_failures',
    'failed_sign_ins,last_failed_at,locked_until,last_login_at,mfa_enrolled,has_passkey,mfa_reminded_at,audit_digest,product_news,opens_overview',
  ].flatMap((names) => names.split(',')),
  organisations: ['organisation_id', 'name', 'house', 'created_at', 'sso_required', 'sso_required_in'],
};

let sysadmin: Client;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  // Records each change of an administrator's rights, whatever has written it.
  await site.database.query(`
    CREATE TABLE rights_changes (what text, name text);
    CREATE FUNCTION note_rights() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE admins text[] := '{SystemAdministration,SubscriberAdministration}';
    BEGIN
      IF TG_TABLE_NAME = 'organisations' THEN
        IF (NEW.approved, NEW.four_eyes, NEW.mfa_required) IS DISTINCT FROM (OLD.approved, OLD.four_eyes, OLD.mfa_required) THEN
          INSERT INTO rights_changes VALUES (TG_OP, NEW.name);
        END IF;
      ELSIF TG_OP = 'INSERT' THEN
        IF NEW.roles && admins THEN INSERT INTO rights_changes VALUES (TG_OP, NEW.email); END IF;
      ELSIF TG_OP = 'DELETE' THEN
        IF OLD.roles && admins THEN INSERT INTO rights_changes VALUES (TG_OP, OLD.email); END IF;
      ELSIF (OLD.roles && admins OR NEW.roles && admins OR OLD.mfa_required_override IS DISTINCT FROM NEW.mfa_required_override)
        AND (${rights.users!.map((column) => `NEW.${column}`).join(', ')}) IS DISTINCT FROM (${rights.users!.map((column) => `OLD.${column}`).join(', ')}) THEN
        INSERT INTO rights_changes VALUES (TG_OP, NEW.email);
      END IF;
      RETURN NULL;
    END $$;`);
});

async function noted<T>(work: () => Promise<T>): Promise<{ result: T; changes: unknown[] }> {
  await site.database.query(`
    TRUNCATE rights_changes;
    CREATE TRIGGER note_rights AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION note_rights();
    CREATE TRIGGER note_rights AFTER UPDATE ON organisations FOR EACH ROW EXECUTE FUNCTION note_rights();`);
  try {
    const result = await work();
    return { result, changes: await site.database.query(`SELECT * FROM rights_changes`) };
  } finally {
    await site.database.query(`DROP TRIGGER note_rights ON users; DROP TRIGGER note_rights ON organisations`);
  }
}

async function administrator(role = 'SubscriberAdministration'): Promise<MemberAccount> {
  const member = await unusedMember(site);
  await setRoles(site, member.userId, [role]);
  return member;
}
const organisationNamed = (name: string) =>
  site.database.row<{ id: string }>(`SELECT organisation_id AS id FROM organisations WHERE name = $1`, [name]);
const rowOf = async ({ userName }: MemberAccount) => {
  const user = await sysadmin.ok('Users.User', { userName });
  return {
    externalId: userName,
    userName,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    organisationPublicId: user.organisation.publicId,
    enabled: user.enabled,
    roles: user.roles,
  };
};
type Row = Awaited<ReturnType<typeof rowOf>>;
const sync = (client: Client, users: Row[], { source = 'directory', disableMissing = false } = {}) =>
  client.call('Users.Sync', { body: { source, dryRun: false, disableMissing, users } });

async function mapGroup(client: Client, former: string[], roles: string[]): Promise<{ status: number }> {
  const { id: organisationPublicId } = await organisationNamed('Harbour Mutual');
  const groupId = await addGroup(site, organisationPublicId, randomUUID());
  await grantByGroup(site, groupId, ...former);
  return client.call('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles }, reason });
}

const reason = 'Asked for in ticket 12';
const names = { firstName: 'Made', lastName: 'Forthis' };

/** Makes the call as `callSamples.ts` has it, or with these arguments. */
const alone =
  <Name extends OperationName>(
    name: Name,
    { who, args }: { readonly who?: () => Promise<MemberAccount>; readonly args?: Partial<ArgsOf<Name>> } = {},
  ) =>
  async (by: Client) =>
    succeed(site, name, { by, reason, ...(args && { args }), ...(who && { who: (await who()).userId }) });

async function disabledAdministrator(): Promise<MemberAccount> {
  const member = await administrator();
  await disable(site, member.userId);
  return member;
}

/** Each call with effects, for each of them, as one administrator alone makes it. */
const attempts: Readonly<
  Partial<Record<OperationName, Readonly<Record<string, (client: Client) => Promise<{ status: number }>>>>>
> = {
  'Mfa.Require': { 'a member is exempted': alone('Mfa.Require', { args: { body: { required: false } } }) },
  'Mfa.OrganizationDefaultReset': {
    'members who have to use MFA are not any more': alone('Mfa.OrganizationDefaultReset'),
  },
  'Mfa.RecoveryFor': { 'an administrator’s': alone('Mfa.RecoveryFor', { who: administrator }) },
  'Invite.CreateUser': {
    'an administrator is invited': (client) =>
      client.call('Invite.CreateUser', {
        body: { ...names, email: `${randomUUID()}@example.com`, roles: ['SubscriberAdministration'] },
        reason,
      }),
  },
  'Users.Patch': {
    'an administrator’s address': alone('Users.Patch', { who: administrator }),
    'an administrator is moved': async (client) => {
      const { userName } = await administrator();
      const { version } = await sysadmin.ok('Users.User', { userName });
      const { id } = await organisationNamed('Northgate Portfolio');
      return client.call('Users.Patch', { userName, body: { version, organisationPublicId: id }, reason });
    },
    'the invitation of an administrator is moved to another mailbox': async (client) => {
      await site.database.query(
        `UPDATE users SET roles = '{SubscriberAdministration}' WHERE email = 'invited@example.com' AND registered_at IS NULL`,
      );
      const { version } = await sysadmin.ok('Users.User', { userName: 'invited@example.com' });
      return client.call('Users.Patch', {
        userName: 'invited@example.com',
        body: { version, email: `${randomUUID()}@example.com` },
        reason,
      });
    },
  },
  'Users.Create': {
    'an administrator with a chosen password': async (client) =>
      client.call('Users.Create', {
        body: {
          ...names,
          userName: `made_${randomUUID().slice(0, 8)}`,
          email: `${randomUUID()}@example.com`,
          organisationPublicId: (await organisationNamed('Harbour Mutual')).id,
          roles: ['SystemAdministration'],
          password: 'Chosen-by-me-42',
        },
        reason,
      }),
  },
  'Users.Enable': {
    'an administrator is disabled': alone('Users.Enable', { who: administrator }),
    'an administrator is enabled': alone('Users.Enable', { who: disabledAdministrator, args: { enabled: true } }),
  },
  'Users.ResetAuthentication': {
    'an administrator’s': alone('Users.ResetAuthentication', { who: administrator, args: { type: 'All' } }),
  },
  'Users.Erase': { 'an administrator': alone('Users.Erase', { who: administrator }) },
  'Users.Impersonate': { 'an administrator': alone('Users.Impersonate', { who: administrator }) },
  'Users.TakeOwnership': { 'of a member': alone('Users.TakeOwnership') },
  'Roles.SetUser': {
    'a member is promoted': alone('Roles.SetUser', { args: { body: { roles: ['Member', 'SubscriberAdministration'] } } }),
    'an administrator is demoted': alone('Roles.SetUser', { who: administrator, args: { body: { roles: ['Member'] } } }),
  },
  'ApiKey.CreateClaims': {
    'a key that resets': async (client) => {
      const name = randomUUID();
      await client.ok('ApiKey.Create', { name });
      return client.call('ApiKey.CreateClaims', { body: { name, claims: [{ type: 'call', value: 'Roles.SetUser' }] }, reason });
    },
  },
  'Organisations.SetMfaRequired': {
    'the own organisation’s rule': async (client) => {
      const { required } = await client.ok('Organisations.MfaRequired');
      return client.call('Organisations.SetMfaRequired', { required: !required, reason });
    },
  },
  'Settings.Update': {
    'sessions may be idle for longer': async (client) => {
      const { version } = (await client.ok('Settings.List')).find(({ name }) => name === 'sessionIdleMinutes')!;
      return client.call('Settings.Update', { name: 'sessionIdleMinutes', body: { value: 60, version }, reason });
    },
  },
  'Provisioning.NewKey': { 'a directory gets a key': alone('Provisioning.NewKey') },
  'Provisioning.MapGroup': {
    'a group grants administration': async (client) => mapGroup(client, [], ['SubscriberAdministration']),
    'a group grants it no more': async (client) => mapGroup(client, ['SubscriberAdministration'], []),
  },
  'Provisioning.Adopt': { 'a whole organisation': alone('Provisioning.Adopt') },
  'Imports.Undo': {
    'an import of more users than one may end alone': async (client) => {
      const importId = await moveIn(client, peopleOf('effects', 21), (await organisationNamed('Harbour Mutual')).id);
      return client.call('Imports.Undo', { importId, reason });
    },
  },
  'Connections.SetRequired': { 'the identity provider is required': alone('Connections.SetRequired') },
  'Connections.SetBreakGlass': { 'an account passes it by': alone('Connections.SetBreakGlass') },
  'Connections.Enable': { 'an identity provider logs users in': alone('Connections.Enable') },
  'Connections.ReplaceMetadata': {
    'a provider that is on gets another certificate': alone('Connections.ReplaceMetadata'),
  },
  'Organisations.Update': {
    'four eyes are switched off': async (client) => {
      const { id } = await organisationNamed('Northgate Portfolio');
      await requireFourEyes(site, id);
      return client.call('Organisations.Update', { publicId: id, body: { fourEyes: false }, reason });
    },
    'the access of a whole organisation is ended': async (client) =>
      client.call('Organisations.Update', {
        publicId: (await organisationNamed('Harbour Mutual')).id,
        body: { approved: false },
        reason,
      }),
    'an organisation with administrators is approved': async (client) => {
      const { id } = await organisationNamed('Northgate Portfolio');
      await approve(site, id, false);
      const answer = await client.call('Organisations.Update', { publicId: id, body: { approved: true }, reason });
      await approve(site, id);
      return answer;
    },
  },
};

const doneOf = async (action: string): Promise<number> => (await auditEvents(site, { outcome: 'success', action })).length;

const withEffects = (Object.entries(operations) as [OperationName, Operation][]).filter(
  ([name, { effects = [] }]) => effects.length > 0 && name !== 'Users.Sync' && !name.startsWith('Operations.'),
);

describe.each(withEffects.map(([name]) => name))('%s', (name) => {
  test('has an attempt in this file', () => {
    expect(Object.keys(attempts[name] ?? {}).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(attempts[name] ?? {}))('%s: one administrator alone cannot do it', async (_what, attempt) => {
    const before = await doneOf(name);
    expect(await attempt(sysadmin)).toMatchObject({ status: 409, problem: { code: 'ApprovalNeeded' } });
    expect(await doneOf(name)).toBe(before);
  });
});

describe('An operation on many users', () => {
  const start = (userIds: string[]) => sysadmin.ok('Operations.Start', { body: { kind: 'disable', userIds }, reason });
  const disabling = async () => {
    const [administrated, member] = [await administrator(), await unusedMember(site)];
    const userIds = [administrated.userId, member.userId];
    return { operationId: (await start(userIds)).operationId, userIds, administrated };
  };
  /** Sets an operation's state, as if it had been carried out before two pairs of eyes were required. */
  const inState = (operationId: string, state: string, outcome: string | null) =>
    site.database.query(
      `WITH done AS (UPDATE operation_targets SET outcome = $3 WHERE operation_id = $1)
       UPDATE operations SET state = $2, finished_at = CASE WHEN $2 = 'done' THEN now() END, session_id = gen_random_uuid()
        WHERE operation_id = $1`,
      [operationId, state, outcome],
    );
  const isOver = (operationId: string) =>
    eventually('its end', async () => (await sysadmin.ok('Operations.Get', { operationId })).finishedAt !== null);

  test('has these calls with effects', () => {
    const calls = (Object.entries(operations) as [OperationName, Operation][]).filter(
      ([, { effects = [] }]) => effects.length > 0,
    );
    expect(calls.map(([name]) => name).filter((name) => name.startsWith('Operations.'))).toEqual([
      'Operations.Start',
      'Operations.Resume',
      'Operations.Retry',
      'Operations.Undo',
    ]);
  });

  test('waits for another administrator as a whole if one of its users is an administrator', async () => {
    const userIds = [(await administrator()).userId, (await unusedMember(site)).userId];
    const { result, changes } = await noted(() => start(userIds));
    expect(result).toMatchObject({ state: 'awaitingApproval' });
    expect(changes).toEqual([]);
  });

  test.each([
    ['tried again', 'Operations.Retry', 'failed'],
    ['undone', 'Operations.Undo', 'done'],
  ] as const)('waits again when it is %s', async (_what, call, outcome) => {
    const { operationId, userIds } = await disabling();
    await inState(operationId, 'done', outcome);
    if (outcome === 'done') await disable(site, userIds);
    const { result, changes } = await noted(() => sysadmin.ok(call, { operationId, reason }));
    expect(result).toMatchObject({ state: 'awaitingApproval' });
    expect(changes).toEqual([]);
  });

  test('leaves out the administrator among its users when it is resumed', async () => {
    const { operationId, administrated } = await disabling();
    await inState(operationId, 'paused', null);
    const { changes } = await noted(async () => {
      await sysadmin.ok('Operations.Resume', { operationId });
      await isOver(operationId);
    });
    expect(changes).toEqual([]);
    const { targets } = await sysadmin.ok('Operations.Targets', { operationId, outcome: 'failed' });
    expect(targets).toMatchObject([{ user: { userName: administrated.userName }, problem: 'ApprovalNeeded' }]);
  });
});

describe('A list', () => {
  test.each<[string, (row: Row) => Row]>([
    ['disables', (row) => ({ ...row, enabled: false })],
    ['demotes', (row) => ({ ...row, roles: ['Member'] })],
    ['takes over by another address', (row) => ({ ...row, email: `${randomUUID()}@example.com` })],
  ])('%s no administrator', async (_what, change) => {
    const { result, changes } = await (async () => {
      const target = await administrator();
      const row = change(await rowOf(target));
      // The user is linked to the directory first, as a list may do.
      await sync(sysadmin, [await rowOf(target)]);
      return noted(() => sync(sysadmin, [row]));
    })();
    expect(result).toMatchObject({ status: 200, body: { updated: 0, disabled: 0, errors: [{ row: 1 }] } });
    expect(result.body?.errors[0]?.message).toMatch(/Another administrator has to approve this/);
    expect(changes).toEqual([]);
  });

  test('creates none, and promotes none', async () => {
    const member = await rowOf(await unusedMember(site));
    const made = {
      ...member,
      externalId: 'new',
      userName: `made_${randomUUID().slice(0, 8)}`,
      email: `${randomUUID()}@example.com`,
    };
    const { result, changes } = await noted(() =>
      sync(sysadmin, [
        { ...member, roles: ['SubscriberAdministration'] },
        { ...made, roles: ['SystemAdministration'] },
      ]),
    );
    expect(result.body?.errors.map(({ row }) => row)).toEqual([1, 2]);
    expect(changes).toEqual([]);
  });

  test('disables none by leaving them out', async () => {
    const target = await administrator();
    const kept = await rowOf(await unusedMember(site));
    await sync(sysadmin, [await rowOf(target), kept], { source: 'payroll' });
    const { result, changes } = await noted(() => sync(sysadmin, [kept], { source: 'payroll', disableMissing: true }));
    expect(result).toMatchObject({ body: { errors: [{ row: 0 }] } });
    expect(result.body?.errors[0]?.message).toContain(target.userName);
    expect(changes).toEqual([]);
  });

  test('ends the access of a few members only, and counts them as the single calls do', async () => {
    const members: Row[] = [];
    for (let at = 0; at < 21; at += 1) members.push(await rowOf(await unusedMember(site)));
    const disabled = members.map((row) => ({ ...row, enabled: false }));
    const second = await logInAs(site, 'system_only');
    const answer = await sync(second, disabled);
    expect(answer).toMatchObject({ body: { disabled: 0, errors: [{ row: 0 }] } });
    expect(answer.body?.errors[0]?.message).toMatch(/21 users .* 20 users an hour/);
    expect(await sync(second, disabled.slice(0, 20))).toMatchObject({ body: { disabled: 20, errors: [] } });
    // The twenty-first user can't be moved to an organisation without four eyes either.
    const moved = await sysadmin.ok('Users.User', { userName: members[20]!.userName });
    const elsewhere = (await sysadmin.ok('Organisations.List')).find(({ publicId }) => publicId !== moved.organisation.publicId);
    const move = { version: moved.version, organisationPublicId: elsewhere!.publicId };
    expect(await second.call('Users.Patch', { userName: moved.userName, body: move, reason })).toMatchObject({ status: 409 });
    // This single call would be the twenty-first of the hour.
    expect(await second.call('Users.Enable', { userName: members[20]!.userName, enabled: false, reason })).toMatchObject({
      status: 409,
    });
  });

  test('of an API key is judged like its owner’s', async () => {
    const { key } = await sysadmin.ok('ApiKey.Create', { name: 'directory' });
    const body = { name: 'directory', claims: [{ type: 'call' as const, value: 'Users.Sync' }], sourceAddresses: ['127.0.0.1'] };
    expect(await sysadmin.call('ApiKey.CreateClaims', { body, reason })).toMatchObject({ status: 409 });
    const second = await logInAs(site, 'system_only');
    const request = (await second.ok('Approvals.List')).find(({ target }) => target === 'directory');
    expect(request?.detail).toMatchObject({ claims: ['Users.Sync'], sourceAddresses: ['127.0.0.1'], userName: 'sysadmin' });
    await second.ok('Approvals.Approve', { requestId: request!.requestId });
    // The addresses of the key are part of the approval.
    const wider = { ...body, sourceAddresses: [] };
    expect(await sysadmin.call('ApiKey.CreateClaims', { body: wider, reason })).toMatchObject({ status: 409 });
    const row = { ...(await rowOf(await administrator())), enabled: false };
    const answer = await fetch(`${site.url}/api/Users/Sync`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'directory', dryRun: false, disableMissing: false, users: [row] }),
    });
    expect(await answer.json()).toMatchObject({ disabled: 0, errors: [{ row: 1 }] });
  });
});

test('Without four eyes, no list takes over a system administrator', async () => {
  const server = await startServer({ database: site.database, env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
  try {
    const client = await logInAs(server, 'sysadmin');
    const target = await administrator('SystemAdministration');
    await sync(client, [await rowOf(target)]);
    const answer = await sync(client, [{ ...(await rowOf(target)), email: `${randomUUID()}@example.com` }]);
    expect(answer).toMatchObject({ body: { updated: 0, errors: [{ row: 1 }] } });
    const ordinary = await rowOf(await unusedMember(site));
    expect(await sync(client, [{ ...ordinary, roles: ['SubscriberAdministration'] }])).toMatchObject({ body: { errors: [] } });
  } finally {
    await server.stop();
  }
});

test.each(Object.entries(rights))('Each column of %s is known to carry rights, or not to', async (table, columns) => {
  const found = await site.database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema() AND is_generated = 'NEVER'`,
    [table],
  );
  const known = [...columns, ...(others[table] ?? [])];
  expect(found.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});
