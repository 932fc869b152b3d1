/** An administrator who reads everybody leaves a trace, is counted, and makes no key for it alone. */
import { randomUUID } from 'node:crypto';
import { changesState } from '../../../api/contract/call.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import type { Import } from '../../../api/contract/imports.shapes.ts';
import { operations, type OperationName } from '../../../api/contract/index.ts';
import { DOMAIN, newAdministrator, sentUser, SUBSCRIBER, useAccountScene } from '../../support/accountScene.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import type { Answer, Client } from '../../support/client.ts';
import { keycloakRealm } from '../../support/foreignFiles.ts';
import { readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { useServer } from '../../support/useServer.ts';
import { users } from '../../support/userFacts.ts';

const DAILY_ROWS = 250;
const TAKEN_ADDRESSES = 5;
const site = useServer({
  env: {
    FOUR_EYES: 'on',
    LIMIT_LOGINS_PER_ADDRESS: '10000',
    LIMIT_PERSONAL_DATA_ROWS_PER_DAY: String(DAILY_ROWS),
    LIMIT_TAKEN_ADDRESSES_PER_DAY: String(TAKEN_ADDRESSES),
  },
});
const scene = useAccountScene(site);
const HARBOUR = 'Harbour Mutual';

type Read = (by: Client) => Promise<Answer<unknown>>;

/** The import that each reader has uploaded. */
const imports = new Map<Client, Promise<Import>>();
const importOf = (by: Client): Promise<Import> => {
  const uploaded = imports.get(by) ?? readForeignFile(by, keycloakRealm());
  imports.set(by, uploaded);
  return uploaded;
};

/** Calls whose reply may be about everybody. `all`: in one reply, so that each is in the audit. */
const reads: Readonly<Partial<Record<OperationName, { readonly all: boolean; readonly read: Read }>>> = {
  'Users.All': { all: true, read: (by) => by.call('Users.All') },
  'Users.Page': { all: false, read: (by) => by.call('Users.Page', { limit: 100 }) },
  'Users.AuditReport': { all: false, read: (by) => by.call('Users.AuditReport', { limit: 100 }) },
  'Imports.Report': {
    all: false,
    read: async (by) => by.call('Imports.Report', { importId: (await importOf(by)).importId }),
  },
  'Mfa.Overridden': { all: false, read: (by) => by.call('Mfa.Overridden', {}) },
  'UserRoles.UsersInRole': { all: true, read: (by) => by.call('UserRoles.UsersInRole', { roleName: 'Member' }) },
  'UserRoles.UsersInOrganisationAndRole': {
    all: true,
    read: (by) =>
      by.call('UserRoles.UsersInOrganisationAndRole', {
        roleName: 'Member',
        organisationPublicId: scene().organisationIds[HARBOUR],
      }),
  },
};
const names = Object.keys(reads) as OperationName[];
/** A key can get a claim for it. */
const claimable = names.filter((name) => (operations[name] as Operation).ownCredentials === undefined);
const inOneReply = names.filter((name) => reads[name]!.all);
const readBy = (name: OperationName, by: Client) => reads[name]!.read(by);

test('Each call that the contract marks as about people without bound is in this file', () => {
  const marked = (Object.entries(operations) as [OperationName, Operation][]).flatMap(([name, operation]) =>
    operation.people === undefined ? [] : [name],
  );
  expect(names.toSorted()).toEqual(marked.toSorted());
  expect(marked.filter((name) => changesState(operations[name]))).toEqual([]);
});

test.each(inOneReply)('%s is in the audit, with the reader and how many rows', async (name) => {
  const { userName } = await newAdministrator(site, HARBOUR, SUBSCRIBER);
  const reader = await logInAs(site, userName);
  await logInAs(site, 'ordinary');
  expect((await readBy(name, reader)).status).toBe(200);
  const events = await auditEvents(site, { action: name, actor: userName }, 'action', 'actor', 'outcome');
  expect(events).toEqual([{ action: name, actor: userName, outcome: 'success' }]);
});

test.each(names)('%s counts to the rows of personal data of the day', async (name) => {
  const { userName } = await newAdministrator(site, HARBOUR, 'SystemAdministration');
  const reader = await logInAs(site, userName);
  const rowsOf = ({ body, text }: Answer<unknown>): number => {
    const { rows, events, overridden } = (body ?? {}) as Partial<Record<'rows' | 'events' | 'overridden', unknown[]>>;
    const isCsv = name === 'Imports.Report';
    return isCsv ? text.trim().split('\n').length - 1 : (rows ?? events ?? overridden ?? (JSON.parse(text) as unknown[])).length;
  };
  let given = 0;
  for (let calls = 0; calls < 300; calls += 1) {
    const answer = await readBy(name, reader);
    if (answer.status !== 200) {
      expect(answer).toMatchObject({ status: 429, problem: { code: 'PersonalDataLimit' } });
      break;
    }
    given += rowsOf(answer);
    if (given > 2 * DAILY_ROWS) break;
  }
  expect(given).toBeLessThanOrEqual(DAILY_ROWS);
});

test.each(claimable)('%s is no right of a key without a second person', async (name) => {
  const { userName } = await newAdministrator(site, HARBOUR, SUBSCRIBER);
  const owner = await logInAs(site, userName);
  await owner.ok('ApiKey.Create', { name: 'reader' });
  const body = { name: 'reader', claims: [{ type: 'call' as const, value: name }] };
  expect(await owner.call('ApiKey.CreateClaims', { body, reason: 'Nightly report' })).toMatchObject({
    status: 409,
    problem: { code: 'ApprovalNeeded' },
  });
});

describe('A directory', () => {
  const addressesElsewhere = (count: number) =>
    site.database.query<{ email: string }>(
      `SELECT email FROM users JOIN organisations USING (organisation_id) WHERE name <> $1 AND registered LIMIT $2`,
      [HARBOUR, count],
    );

  test('does not learn without limit which addresses have an account elsewhere', async () => {
    const { directory } = scene();
    const people = await addressesElsewhere(3 * TAKEN_ADDRESSES);
    const statuses: number[] = [];
    for (const { email } of people) {
      const emails = [{ value: email, type: 'work', primary: true }];
      statuses.push((await directory.send('POST', '/Users', sentUser({ emails }))).status);
    }
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(TAKEN_ADDRESSES);
    expect(statuses.at(-1)).toBe(429);
  });

  test('does not learn it by changes either', async () => {
    await forgetThrottles(site);
    const { directory } = scene();
    const { body } = await directory.send('POST', '/Users', sentUser());
    const people = await addressesElsewhere(3 * TAKEN_ADDRESSES);
    const statuses: number[] = [];
    for (const { email } of people) {
      const change = { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }] };
      statuses.push((await directory.send('PATCH', `/Users/${body.id}`, change)).status);
    }
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(TAKEN_ADDRESSES);
    expect(statuses.at(-1)).toBe(429);
  });

  test.each(['POST', 'PUT', 'PATCH'])(
    'takes no address of a domain that another organisation has proven, by %s',
    async (method) => {
      const { directory } = scene();
      const foreign = `${randomUUID()}@${DOMAIN}`;
      const emails = [{ value: foreign, type: 'work', primary: true }];
      const { body: made } = await directory.send('POST', '/Users', sentUser());
      const answer =
        method === 'POST'
          ? await directory.send('POST', '/Users', sentUser({ emails }))
          : method === 'PUT'
            ? await directory.send('PUT', `/Users/${made.id}`, { ...made, emails })
            : await directory.send('PATCH', `/Users/${made.id}`, {
                Operations: [{ op: 'replace', path: 'emails', value: emails }],
              });
      expect(await users(site, { email: foreign })).toEqual([]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    },
  );
});
