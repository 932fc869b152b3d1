/** What RFC 7643 and RFC 7644 say of attributes, changes and filters, clause by clause. */
import { randomUUID } from 'node:crypto';
import { connectDirectory, expecting, filterOf, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { only } from '../../support/facts.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const person = (more: object = {}) => {
  const userName = `r.${randomUUID()}@rfc.example`;
  return { userName, name: { givenName: 'Rae', familyName: 'Cee' }, emails: [{ value: userName, type: 'work' }], ...more };
};
const join = (more?: object): Promise<Resource> => expecting(201, directory.send('POST', '/Users', person(more)));
const patch = (path: string, ...Operations: object[]) => directory.send('PATCH', path, { Operations });
const read = (path: string): Promise<Resource> => expecting(200, directory.send('GET', path));
const groupOf = (more: object = {}): Promise<Resource> =>
  expecting(201, directory.send('POST', '/Groups', { displayName: randomUUID(), ...more }));
const emailOf = async (id: string) => (await userOf(site, id, 'email')).email;
const without = ({ meta: _, ...rest }: Resource & { readonly meta?: unknown }) => rest;

describe('RFC 7644 3.5.2: no change is answered as done that did nothing', () => {
  const forUser: readonly (readonly [string, object, string])[] = [
    ['replace id', { op: 'replace', path: 'id', value: randomUUID() }, 'mutability'],
    ['replace id, without a path', { op: 'replace', value: { id: randomUUID() } }, 'mutability'],
    ['add groups', { op: 'add', path: 'groups', value: [{ value: randomUUID() }] }, 'mutability'],
    ['add groups, without a path', { op: 'add', value: { groups: [{ value: randomUUID() }] } }, 'mutability'],
    ['remove groups', { op: 'remove', path: 'groups' }, 'mutability'],
    ['replace the display of a group', { op: 'replace', path: 'groups[value eq "x"].display', value: 'x' }, 'mutability'],
    ['replace meta', { op: 'replace', path: 'meta', value: {} }, 'mutability'],
    ['replace meta.created', { op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }, 'mutability'],
    ['add schemas', { op: 'add', path: 'schemas', value: ['urn:x'] }, 'mutability'],
    ['remove userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['remove userName with its schema', { op: 'Remove', path: `${CORE}:userName` }, 'mutability'],
    ['replace userName by null', { op: 'replace', value: { userName: null } }, 'mutability'],
    ['remove active', { op: 'remove', path: 'active' }, 'mutability'],
    ['replace a part of what has none', { op: 'replace', path: 'title.short', value: 'x' }, 'invalidPath'],
    ['replace elements of what is no list', { op: 'replace', path: 'title[value eq "x"]', value: 'x' }, 'invalidPath'],
    ['filter by a list within a list', { op: 'remove', path: 'emails[type[value eq "x"] pr]' }, 'invalidPath'],
    ['add without a path and a value', { op: 'add' }, 'invalidValue'],
    ['add a list as an element', { op: 'add', path: 'emails', value: [['x']] }, 'invalidValue'],
  ];
  test.each(forUser)('3.5.2: %s of a user', async (_what, operation, scimType) => {
    const { id } = await join({ title: 'Clerk' });
    const before = await read(`/Users/${id}`);
    expect(await patch(`/Users/${id}`, operation)).toMatchObject({ status: 400, body: { scimType } });
    expect(await read(`/Users/${id}`)).toEqual(before);
  });

  const forGroup: readonly (readonly [string, (member: string) => object, string])[] = [
    ['replace id', () => ({ op: 'replace', path: 'id', value: randomUUID() }), 'mutability'],
    ['remove displayName', () => ({ op: 'remove', path: 'displayName' }), 'mutability'],
    ['remove the display of a member', (id) => ({ op: 'remove', path: `members[value eq "${id}"].display` }), 'mutability'],
    ['replace the display of a member', (id) => ({ op: 'replace', path: `members[value eq "${id}"].display`, value: 'x' }), 'mutability'],
    ['remove the value of a member', (id) => ({ op: 'remove', path: `members[value eq "${id}"].value` }), 'mutability'],
    ['remove the type of a member', (id) => ({ op: 'remove', path: `members[value eq "${id}"].type` }), 'mutability'],
    ['remove the parts of all members', () => ({ op: 'remove', path: 'members.value' }), 'mutability'],
    ['add members without a value', () => ({ op: 'add', path: 'members' }), 'invalidValue'],
    ['replace a part of displayName', () => ({ op: 'replace', path: 'displayName.short', value: 'x' }), 'invalidPath'],
  ]; // prettier-ignore
  test.each(forGroup)('3.5.2: %s of a group', async (_what, operation, scimType) => {
    const { id: member } = await join();
    const { id } = await groupOf({ members: [{ value: member }] });
    const before = await read(`/Groups/${id}`);
    expect(await patch(`/Groups/${id}`, operation(member))).toMatchObject({ status: 400, body: { scimType } });
    expect(await read(`/Groups/${id}`)).toEqual(before);
  });

  test('3.5.1, 3.5.2: what the server has set is ignored where it is repeated', async () => {
    const { id, userName } = await join();
    await expecting(200, patch(`/Users/${id}`, { op: 'replace', value: { id, schemas: [CORE], groups: [], title: 'Head' } }));
    const put = await expecting(200, directory.send('PUT', `/Users/${id}`, { ...person(), userName, id: randomUUID(), groups: [{ value: 'x' }], meta: { created: 'x' } }));
    expect(put).toMatchObject({ id });
    expect(put).not.toHaveProperty('groups');
    const group = await groupOf();
    expect((await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: randomUUID() } })).status).toBe(204);
  }); // prettier-ignore

  test.each([
    ['costCentre', { costCentre: 'A1' }],
    ['a list', { tags: ['a', 'b'] }],
    ['an object', { owner: { name: 'Ann' } }],
    ['an extension', { 'urn:example:2.0:Group': { kind: 'team' } }],
    ['a number', { priority: 3 }],
  ])('3.5.2: an attribute of a group that no schema has is kept and given back: %s', async (_what, attributes) => {
    expect(await groupOf(attributes)).toMatchObject(attributes);
    const { id } = await groupOf();
    expect((await patch(`/Groups/${id}`, { op: 'add', value: attributes })).status).toBe(204);
    expect(await read(`/Groups/${id}`)).toMatchObject(attributes);
    const [name] = Object.keys(attributes) as [string];
    if (!name.startsWith('urn:')) {
      expect((await patch(`/Groups/${id}`, { op: 'remove', path: name })).status).toBe(204);
      expect(await read(`/Groups/${id}`)).not.toHaveProperty(name);
    }
  });

  test('3.5.2.2: externalId is removed, of users and of groups', async () => {
    const user = await join({ externalId: randomUUID() });
    await expecting(200, patch(`/Users/${user.id}`, { op: 'remove', path: 'externalId' }));
    expect(await read(`/Users/${user.id}`)).not.toHaveProperty('externalId');
    const group = await groupOf({ externalId: randomUUID() });
    expect((await patch(`/Groups/${group.id}`, { op: 'remove', path: 'externalId' })).status).toBe(204);
    expect(await read(`/Groups/${group.id}`)).not.toHaveProperty('externalId');
  });
});

describe('RFC 7643 2.4: elements of multi-valued attributes', () => {
  const home = { value: '555', type: 'home' };
  const work = { value: '555', type: 'work' };
  const cases: readonly (readonly [string, object, readonly object[], object])[] = [
    ['the same number as home and work is two', {}, [{ op: 'add', path: 'phoneNumbers', value: [home, work] }], { phoneNumbers: [home, work] }],
    ['the same number as work beside home', { phoneNumbers: [home] }, [{ op: 'add', path: 'phoneNumbers', value: [work] }], { phoneNumbers: [home, work] }],
    ['an element that is there is not added again', { phoneNumbers: [home] }, [{ op: 'add', path: 'phoneNumbers', value: [home] }], { phoneNumbers: [home] }],
    ['an element that is there gets what is new', { phoneNumbers: [home] }, [{ op: 'add', path: 'phoneNumbers', value: [{ ...home, display: 'Home' }] }], { phoneNumbers: [{ ...home, display: 'Home' }] }],
    ['of two equal values one is removed by its type', { phoneNumbers: [home, work] }, [{ op: 'remove', path: 'phoneNumbers', value: [work] }], { phoneNumbers: [home] }],
    ['a value without a type removes all of it', { phoneNumbers: [home, work, { value: '7' }] }, [{ op: 'remove', path: 'phoneNumbers', value: [{ value: '555' }] }], { phoneNumbers: [{ value: '7' }] }],
    ['an object that is posted is an element', { phoneNumbers: home }, [], { phoneNumbers: [home] }],
    ['an object that replaces is an element', { phoneNumbers: [work] }, [{ op: 'replace', path: 'phoneNumbers', value: home }], { phoneNumbers: [home] }],
    ['an object that is added is an element', {}, [{ op: 'add', value: { phoneNumbers: home } }], { phoneNumbers: [home] }],
    ['a text is an element', { phoneNumbers: '555' }, [], { phoneNumbers: [{ value: '555' }] }],
    ['a part of the only element', { phoneNumbers: [home] }, [{ op: 'replace', path: 'phoneNumbers.value', value: '666' }], { phoneNumbers: [{ ...home, value: '666' }] }],
    ['a part of no element makes one', {}, [{ op: 'add', path: 'ims.value', value: 'rae' }], { ims: [{ value: 'rae' }] }],
    ['a part that a filter names', { phoneNumbers: [home, work] }, [{ op: 'remove', path: 'phoneNumbers[type eq "work"].type' }], { phoneNumbers: [home, { value: '555' }] }],
    ['a text for an element that a filter names', { phoneNumbers: [home, work] }, [{ op: 'replace', path: 'phoneNumbers[type eq "work"]', value: '8' }], { phoneNumbers: [home, { ...work, value: '8' }] }],
    ['a new primary takes it from the others', { phoneNumbers: [{ ...home, primary: true }] }, [{ op: 'add', path: 'phoneNumbers', value: [{ ...work, primary: true }] }], { phoneNumbers: [{ ...home, primary: false }, { ...work, primary: true }] }],
    ['a new primary by a filter', { phoneNumbers: [{ ...home, primary: true }, work] }, [{ op: 'replace', path: 'phoneNumbers[type eq "work"].primary', value: true }], { phoneNumbers: [{ ...home, primary: false }, { ...work, primary: true }] }],
    ['a new primary of an element that is there', { phoneNumbers: [work, { ...home, primary: true }] }, [{ op: 'add', path: 'phoneNumbers', value: [{ ...work, primary: true }] }], { phoneNumbers: [{ ...work, primary: true }, { ...home, primary: false }] }],
    ['names as the schema spells them', { PhoneNumbers: [{ Value: '1', TYPE: 'work' }] }, [], { phoneNumbers: [{ value: '1', type: 'work' }] }],
    ['addresses, which have no value', { addresses: [{ type: 'home', locality: 'Bath' }] }, [{ op: 'add', path: 'addresses', value: [{ type: 'work', locality: 'Ely' }] }, { op: 'replace', path: 'addresses[type eq "home"].locality', value: 'York' }], { addresses: [{ type: 'home', locality: 'York' }, { type: 'work', locality: 'Ely' }] }],
    ['an extension as a whole', { [ENTERPRISE]: { department: 'A', division: 'B' } }, [{ op: 'add', path: ENTERPRISE, value: { department: 'C' } }], { [ENTERPRISE]: { department: 'C', division: 'B' } }],
  ]; // prettier-ignore
  test.each(cases)('2.4: %s', async (_what, sent, operations, expected) => {
    const { id } = await join(sent);
    if (operations.length > 0) await expecting(200, patch(`/Users/${id}`, ...operations));
    const found = (await read(`/Users/${id}`)) as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(expected)) expect(found[name]).toEqual(value);
  });

  test('2.4: an element without its value is gone, and a list without elements is not returned (2.5)', async () => {
    const { id } = await join({ phoneNumbers: [work], title: null });
    await expecting(200, patch(`/Users/${id}`, { op: 'remove', path: 'phoneNumbers[type eq "work"].value' }));
    const found = await read(`/Users/${id}`);
    expect(found).not.toHaveProperty('phoneNumbers');
    expect(found).not.toHaveProperty('title');
  });

  test('3.5.2: a part of several elements is invalidPath, and the list stays', async () => {
    const { id } = await join({ phoneNumbers: [home, work] });
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'phoneNumbers.value', value: '1' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidPath' },
    });
    expect(await read(`/Users/${id}`)).toMatchObject({ phoneNumbers: [home, work] });
  });

  test('2.4: the primary address is the one that is used, whichever became it last', async () => {
    const { id, userName } = await join();
    const use = async (address: string, operation: object) => {
      await expecting(200, patch(`/Users/${id}`, operation));
      expect(await emailOf(id)).toBe(address);
      expect((await read(`/Users/${id}`)).emails.filter((email) => (email as { primary?: boolean }).primary)).toHaveLength(1);
    };
    const other = `home.${userName}`;
    await use(other, { op: 'add', path: 'emails', value: [{ value: other, type: 'home', primary: true }] });
    await use(userName, { op: 'replace', path: 'emails[type eq "work"].primary', value: true });
    await use(other, { op: 'replace', path: 'emails[type eq "home"].primary', value: true });
    await use(`x.${userName}`, { op: 'replace', path: 'emails', value: { value: `x.${userName}`, primary: true } });
  });
});

describe('RFC 7644 3.4.2.2: filters answer over what is shown', () => {
  let id: string;
  const address = `filter.${randomUUID()}@rfc.example`;
  beforeAll(async () => {
    const made = await join({
      userName: address,
      externalId: 'Filter-1',
      displayName: 'Zoë "Z" O’Hara',
      title: 'Chief Clerk',
      name: { givenName: 'Zoë', familyName: 'O’Hara & Sons', formatted: 'Zoë O’Hara' },
      emails: [
        { value: address, type: 'work', primary: true },
        { value: `second.${address}`, type: 'home' },
      ],
      phoneNumbers: [{ value: '+44 1', type: 'work' }],
      addresses: [{ type: 'home', locality: 'Bath' }],
      [ENTERPRISE]: { department: 'Claims', manager: { value: 'boss-9' } },
    });
    ({ id } = made);
    await groupOf({ displayName: 'Filtered', members: [{ value: id }] });
  });
  const found = async (filter: string, path = '/Users') =>
    (await expecting(200, directory.send('GET', `${path}?${filterOf(filter)}`))).Resources.map((resource) => resource.id);

  test.each([
    ['emails[type eq "work" and value co "@rfc.example"]'],
    [`emails[type eq "work" and value eq "${address.toUpperCase()}"]`],
    [`emails.value eq "second.${address}"`],
    [`emails eq "second.${address}"`],
    [`emails[type eq "home"].value eq "second.${address}"`],
    [`emails[type eq "home" and not (primary eq true)].value sw "second."`],
    ['emails[primary eq "True"].value pr'],
    ['displayName eq "Zoë \\"Z\\" O’Hara"'],
    ['displayName eq "zoë \\"z\\" o’hara"'],
    ['displayName pr'],
    ['name.familyName eq "O’Hara & Sons"'],
    ['name.familyName ew "sons"'],
    ['name.formatted eq "Zoë O’Hara" and name pr'],
    ['title co "clerk"'],
    ['phoneNumbers.value eq "+44 1"'],
    ['phoneNumbers[type eq "work"]'],
    ['addresses.locality eq "bath"'],
    [`${ENTERPRISE}:department eq "claims"`],
    [`${ENTERPRISE}:manager.value eq "boss-9"`],
    [`${CORE}:userName eq "${address}"`],
    ['groups.display eq "Filtered"'],
    ['groups pr and active eq true'],
    ['externalId eq "Filter-1" and not (title eq "x")'],
  ])('3.4.2.2: %s finds the user', async (filter) => {
    expect(await found(filter)).toContain(id);
  });

  test.each([
    [`emails[type eq "work"].value eq "second.${address}"`],
    ['emails[type eq "home" and primary eq true]'],
    ['nickName pr'],
    ['displayName eq "Zoe Z O’Hara"'],
    ['name.familyName eq "O’Hara"'],
    ['externalId eq "filter-1"'],
    ['groups.display eq "Other"'],
  ])('3.4.2.2: %s does not find the user', async (filter) => {
    expect(await found(filter)).not.toContain(id);
  });

  test.each([
    ['emails[type eq "home"].value'],
    ['emails[colour eq "x"]'],
    ['emails.colour eq "x"'],
    ['emails[type[value eq "x"]]'],
    ['title[value eq "x"]'],
    ['title.short eq "x"'],
    ['name eq "x"'],
    ['shoeSize pr'],
    ['schemas eq "urn:x"'],
    ['emails[primary co "x"]'],
    ['urn:example:2.0:User:colour eq "x"'],
    ['meta.version eq "1"'],
    ['title eq null'],
  ])('3.4.2.2: %s is invalidFilter, never an empty list', async (filter) => {
    expect(await directory.send('GET', `/Users?${filterOf(filter)}`)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
  });

  test.each([
    ['displayName eq "filtered"', true],
    ['members[display co "@rfc.example"]', true],
    ['members pr', true],
    ['members[type eq "Group"]', false],
  ])('3.4.2.2: of groups, %s', async (filter, isFound) => {
    expect((await found(filter, '/Groups')).length > 0).toBe(isFound);
  });

  test('3.4.2.2: an adopted user, of whom the directory has sent nothing, is found by what is shown', async () => {
    const { id: adopted, userName } = await join();
    await site.database.query(`UPDATE scim_users SET attributes = '{}' WHERE user_id = $1`, [adopted]);
    for (const filter of [
      `emails[type eq "work"].value eq "${userName}"`,
      'name.givenName eq "Rae"',
      'name.formatted eq "Rae Cee"',
    ])
      expect(await found(filter)).toContain(adopted);
    expect(await found('displayName pr')).not.toContain(adopted);
  });
});

describe('RFC 7643 7: the schemas say what is served', () => {
  interface Attribute {
    readonly name: string;
    readonly multiValued: boolean;
    readonly mutability: string;
    readonly subAttributes?: readonly Attribute[];
  }
  const schemaOf = async (id: string) =>
    (await read(`/Schemas/${id}`)) as unknown as { readonly attributes: readonly Attribute[] };

  test('7: every attribute and part of a full user and of a group is in its schema, and a list is said to be one', async () => {
    const user = await join({
      displayName: 'R', nickName: 'R', title: 'T', addresses: [{ type: 'home', streetAddress: '1', postalCode: 'X', country: 'GB', region: 'R', locality: 'L', formatted: 'F' }],
      photos: [{ value: 'https://x.example/p', type: 'photo' }], [ENTERPRISE]: { department: 'A', manager: { value: '1', $ref: 'x', displayName: 'B' } },
    }); // prettier-ignore
    const group = await groupOf({ members: [{ value: user.id }] });
    const full = { ...(await read(`/Users/${user.id}`)) } as unknown as Record<string, unknown>;
    const check = (attributes: readonly Attribute[], value: Record<string, unknown>) => {
      for (const [name, inner] of Object.entries(value)) {
        if (['id', 'meta', 'schemas'].includes(name) || name.startsWith('urn:')) continue;
        const attribute = attributes.find((one) => one.name === name);
        expect({ name, found: attribute !== undefined, isList: attribute?.multiValued }).toEqual({ name, found: true, isList: Array.isArray(inner) });
        for (const element of Array.isArray(inner) ? inner : [inner])
          if (typeof element === 'object') check(attribute?.subAttributes ?? [], element as Record<string, unknown>);
      }
    }; // prettier-ignore
    check((await schemaOf(CORE)).attributes, full);
    check((await schemaOf(ENTERPRISE)).attributes, full[ENTERPRISE] as Record<string, unknown>);
    check((await schemaOf('urn:ietf:params:scim:schemas:core:2.0:Group')).attributes, { ...(await read(`/Groups/${group.id}`)) });
  });

  test('7: what the schema says to be fixed is refused', async () => {
    const { attributes } = await schemaOf('urn:ietf:params:scim:schemas:core:2.0:Group');
    const members = attributes.find(({ name }) => name === 'members');
    expect(members?.subAttributes?.map(({ name, mutability }) => [name, mutability])).toEqual([
      ['value', 'immutable'],
      ['$ref', 'readOnly'],
      ['type', 'readOnly'],
      ['display', 'readOnly'],
    ]);
  });
});

describe('RFC 7644 3.9, 3.10: the attributes that are wanted', () => {
  test.each([
    [`attributes=${CORE}:userName`, ['userName']],
    [`attributes=${ENTERPRISE}:department`, [ENTERPRISE]],
    [`attributes=${ENTERPRISE}`, [ENTERPRISE]],
    ['attributes=NAME.familyname,Emails.value', ['emails', 'name']],
    [`attributes=${CORE}:name.familyName,title`, ['name', 'title']],
    [`excludedAttributes=${CORE}:emails,${ENTERPRISE},name,meta,active,title`, ['userName']],
  ])('3.10: %s', async (query, names) => {
    const { id } = await join({ title: 'T', [ENTERPRISE]: { department: 'A', division: 'B' } });
    const found = (await read(`/Users/${id}?${query}`)) as unknown as Record<string, object>;
    expect(
      Object.keys(found)
        .filter((name) => name !== 'id' && name !== 'schemas')
        .sort(),
    ).toEqual([...names].sort());
    if (query.endsWith('department')) expect(found[ENTERPRISE]).toEqual({ department: 'A' });
    if (query.includes('familyName')) expect(found.name).toEqual({ familyName: 'Cee' });
  });
});

describe('RFC 7644 3.12: every answer is SCIM', () => {
  test.each([
    ['POST', '/Users/x', 405, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['DELETE', '/Users', 405, 'GET, HEAD, POST'],
    ['PUT', '/Groups', 405, 'GET, HEAD, POST'],
    ['POST', '/Groups/x', 405, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['PATCH', '/Schemas', 405, 'GET, HEAD'],
    ['DELETE', '/ServiceProviderConfig', 405, 'GET, HEAD'],
    ['GET', '', 404, null],
    ['GET', '/', 404, null],
    ['GET', '//Users', 404, null],
    ['GET', '//', 404, null],
    ['POST', '/Users/../Users//', 404, null],
  ])('3.12: %s %s is %d', async (method, path, status, allow) => {
    const answer = await directory.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
    expect(answer).toMatchObject({ status, type: expect.stringContaining('application/scim+json') as string, body: { status: String(status) } });
    expect(answer.headers.get('allow')).toBe(allow);
  }); // prettier-ignore
});

test('RFC 7644 3.5.2: the event of a rename says from which name to which', async () => {
  const { id, userName } = await join();
  const to = `to.${userName}`;
  await expecting(200, patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: to }));
  const event = await only(auditEvents(site, { targetUserId: id, action: 'Scim.UpdateUser' }, 'details'));
  expect(event.details).toMatchObject({ fields: { userName: { from: userName, to } } });
});

describe('RFC 7644 3.12 tooMany: no request holds the server', () => {
  const numbers = Array.from({ length: 900 }, (_, index) => ({ value: String(index) }));
  const terms = Array.from({ length: 20 }, (_, index) => `value co "zzzzzzzzzzzzzzzz${String(index)}"`).join(' or ');
  const attributes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${String(index)}`, 1]));
  const times = (count: number, operation: object) => ({ Operations: Array.from({ length: count }, () => operation) });
  test.each([
    ['long filters over many elements', times(300, { op: 'remove', path: `phoneNumbers[${terms}]` })],
    ['a thousand additions', times(1000, { op: 'add', path: 'phoneNumbers', value: [{ value: '1' }, { value: '2' }] })],
    ['many large additions', times(40, { op: 'add', path: 'phoneNumbers', value: numbers })],
    ['a thousand merges of an object', times(1000, { op: 'add', path: 'name', value: attributes(190) })],
    ['a thousand objects without a path', times(1000, { op: 'add', value: attributes(190) })],
    ['half a million objects', `{"Operations":[${'{"a":1},'.repeat(480_000)}{}]}`],
    ['a million lists', `{"Operations":[${'[],'.repeat(1_300_000)}[]]}`],
    ['two million numbers', `{"Operations":[${'1,'.repeat(1_900_000)}1]}`],
  ])('3.12: %s', async (_what, body) => {
    const { id } = await join({ phoneNumbers: numbers });
    expect(await directory.send('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 400, body: { scimType: 'tooMany' } });
    expect(without(await read(`/Users/${id}`))).toMatchObject({ id });
  });
});
