/** The grid: every filter, sort and condition shows exactly the people it should, a page at a time, with the true total. */
import Papa from 'papaparse';
import { sortableColumns, userFilters, type UserFilter } from '../../api/contract/users.page.ts';
import type { ArgsOf } from '../../api/contract/index.ts';
import type { UserSummary } from '../../api/contract/users.shapes.ts';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
let sysadmin: Client;
let subadmin: Client;

beforeAll(async () => {
  // What chance has not put into the directory: an expired invitation, somebody locked and disabled, a name that is markup.
  await site.database.query(`UPDATE users SET locked_until = now() + interval '1 hour' WHERE user_name = 'disabled_user'`);
  [sysadmin, subadmin] = [await as(site, 'sysadmin'), await as(site, 'subadmin')];
});

type PageArgs = ArgsOf<'Users.Page'>;

/** Everybody of a view, page by page. */
async function everybody(client: Client, args: PageArgs, limit = 37): Promise<UserSummary[]> {
  const people: UserSummary[] = [];
  for (;;) {
    const { rows = [], total = 0 } = await client.ok('Users.Page', { ...args, offset: people.length, limit });
    people.push(...rows);
    if (people.length >= total || rows.length === 0) return people;
  }
}

const names = (people: readonly UserSummary[]) => people.map(({ userName }) => userName);
const isActive = (person: UserSummary) => person.enabled && person.lockedUntil === null && person.inviteState === null;
const isAdministrator = ({ roles }: UserSummary) => roles.some((role) => role.endsWith('Administration'));
const DORMANT_MS = 90 * 24 * 3_600_000;

/** What each filter means, said of what an administrator sees. */
const meanings: Readonly<Record<UserFilter, (person: UserSummary) => boolean>> = {
  all: () => true,
  admin: isAdministrator,
  active: isActive,
  disabled: ({ enabled }) => !enabled,
  loggedIn: ({ loggedIn }) => loggedIn,
  locked: ({ lockedUntil }) => lockedUntil !== null,
  invited: ({ inviteState }) => inviteState === 'Invited',
  inviteExpired: ({ inviteState }) => inviteState === 'InviteExpired',
  mfaMissing: ({ mfaRequired, mfaEnabled, inviteState }) => mfaRequired && !mfaEnabled && inviteState === null,
  dormant: ({ lastLoginAt, createdAt, inviteState }) =>
    inviteState === null && Date.now() - Date.parse(lastLoginAt ?? createdAt) > DORMANT_MS,
};

describe('a filter', () => {
  it.each(userFilters)('shows everybody it means and nobody else: %s', async (filter) => {
    const everyone = await everybody(sysadmin, {});
    const shown = await everybody(sysadmin, { filter });
    expect(names(shown).sort()).toEqual(names(everyone.filter(meanings[filter])).sort());
    expect(shown.length).toBeGreaterThan(0);
  });

  it('has its true number, for everybody and for the own organisation, with and without a search', async () => {
    for (const client of [sysadmin, subadmin])
      for (const search of [undefined, 'an', 'harbour']) {
        const counts = await client.ok('Users.Counts', search === undefined ? {} : { search });
        for (const filter of userFilters) {
          const { total } = await client.ok('Users.Page', { filter, limit: 1, ...(search === undefined ? {} : { search }) });
          expect([filter, search, counts[filter]]).toEqual([filter, search, total]);
        }
      }
  });

  it('keeps its number true while people come, change and go', async () => {
    const before = await subadmin.ok('Users.Counts', {});
    const { userId } = await subadmin.ok('Invite.CreateUser', {
      body: { email: 'counted@example.net', firstName: 'Cora', lastName: 'Count', roles: ['Member'] },
    });
    const invited = await subadmin.ok('Users.Counts', {});
    expect(invited).toEqual({ ...before, all: before.all + 1, invited: before.invited + 1 });
    await subadmin.ok('Invite.Delete', { userId });
    expect(await subadmin.ok('Users.Counts', {})).toEqual(before);
  });
});

describe('a sort', () => {
  const collate = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

  it.each(sortableColumns.flatMap((column) => [column, `-${column}`]))(
    'puts everybody in one order, and shows nobody twice: %s',
    async (sort) => {
      const inPages = await everybody(sysadmin, { sort }, 41);
      const atOnce = await everybody(sysadmin, { sort }, 500);
      expect(names(inPages)).toEqual(names(atOnce));
      expect(new Set(names(inPages)).size).toBe(inPages.length);
    },
  );

  it('descends as it ascends, backwards', async () => {
    for (const column of sortableColumns) {
      const up = await everybody(sysadmin, { sort: `${column},userName` }, 500);
      const down = await everybody(sysadmin, { sort: `-${column},-userName` }, 500);
      expect([column, names(down)]).toEqual([column, names(up).reverse()]);
    }
  });

  it('by user name, e-mail and dates goes by the values shown', async () => {
    const byName = names(await everybody(sysadmin, { sort: 'userName' }));
    expect(byName).toEqual([...byName].sort((a, b) => collate(a.toLowerCase(), b.toLowerCase())));
    const emails = (await everybody(sysadmin, { sort: 'email' })).map(({ email }) => email.toLowerCase());
    expect(emails).toEqual([...emails].sort(collate));
    const logins = (await everybody(sysadmin, { sort: '-lastLoginAt' })).map(({ lastLoginAt }) => lastLoginAt ?? '');
    expect(logins).toEqual([...logins].sort(collate).reverse());
    const created = (await everybody(sysadmin, { sort: 'createdAt' })).map(({ createdAt }) => createdAt);
    expect(created).toEqual([...created].sort(collate));
  });

  it('by organisation, status, MFA and owner goes group by group, and inside by what comes next', async () => {
    const organisations = (await everybody(sysadmin, { sort: 'organisation' })).map(({ organisation }) =>
      fold(organisation.organisationName),
    );
    expect(organisations.filter((name) => !/[^a-z' &-]/.test(name))).toEqual(
      organisations.filter((name) => !/[^a-z' &-]/.test(name)).sort(collate),
    );
    const place = (person: UserSummary) =>
      [
        isActive(person),
        !person.enabled && !person.inviteState,
        person.lockedUntil !== null && person.inviteState === null,
        person.inviteState === 'Invited',
        true,
      ].indexOf(true);
    const statuses = (await everybody(sysadmin, { sort: 'status,-lastLoginAt' })).map(
      (person) => `${String(place(person))} ${String(9e15 - Date.parse(person.lastLoginAt ?? '1970-01-01T00:00:00Z'))}`,
    );
    expect(statuses).toEqual([...statuses].sort(collate));
    const mfa = (await everybody(sysadmin, { sort: 'mfa' })).map((person) =>
      person.mfaEnabled ? 0 : person.mfaRequired ? 1 : 2,
    );
    expect(mfa).toEqual([...mfa].sort());
    const owners = (await everybody(sysadmin, { sort: 'owner' })).map(({ owner }) => owner?.userName ?? '~');
    expect(owners).toEqual([...owners].sort(collate));
  });

  it.each(['password_hash', 'userName;drop table users', '-', 'roles', '__proto__', 'constructor'])(
    'by what is not offered is refused: %s',
    async (sort) => {
      expect(await sysadmin.call('Users.Page', { sort })).toMatchObject({
        status: 400,
        problem: { fields: { sort: expect.any(String) as string } },
      });
    },
  );
});

describe('a search', () => {
  it('finds people by user name, name, e-mail and id, with accents and case folded, every word somewhere', async () => {
    const [person] = await site.database.query<{ user_id: string; email: string }>(
      `SELECT user_id, email FROM users WHERE user_name = 'mfa_user'`,
    );
    for (const search of ['mfa_user', 'thao NGUYEN', 'Nguyễn', 'nguyen thảo', person!.email.toUpperCase(), person!.user_id])
      expect([search, names(await everybody(sysadmin, { search }))]).toEqual([search, expect.arrayContaining(['mfa_user'])]);
    expect(await everybody(sysadmin, { search: 'thao nosuchword' })).toEqual([]);
  });

  it('takes the signs of patterns for what they are', async () => {
    expect(await everybody(sysadmin, { search: '%' })).toEqual([]);
    const underscored = await everybody(sysadmin, { search: 'mfa_u' });
    expect(names(underscored)).toEqual(['mfa_user']);
    expect(await everybody(sysadmin, { search: 'mfaxu' })).toEqual([]);
    expect(await everybody(sysadmin, { search: "' OR 1=1 --" })).toEqual([]);
    // Full-width signs are folded to those of patterns.
    for (const value of ['＼', '％', 'ordinar＿', 'ordinar％', 'ordinary＼', '＼％']) {
      expect([value, names(await everybody(sysadmin, { search: value }))]).toEqual([value, []]);
      for (const field of ['userName', 'name', 'email', 'owner'] as const)
        for (const op of ['equals', 'contains', 'startsWith'] as const)
          expect([value, names(await everybody(sysadmin, { where: [{ field, op, value }] }))]).toEqual([value, []]);
    }
  });

  it('gives the best matches first, at most fifty', async () => {
    const search = async (partialName: string) => names(await sysadmin.ok('Users.Search', { partialName }));
    expect((await search('ordinary'))[0]).toBe('ordinary');
    expect((await search('wojcik'))[0]).toBe('locked_user');
    expect(await search('a')).toHaveLength(50);
    expect(await search('  ')).toEqual([]);
    for (const odd of ['%', '\\', '½', '[', '(', '*', '\\1', 'a.b', '王', '. .'])
      expect(Array.isArray(await search(odd))).toBe(true);
  });

  it('stays inside the own organisation', async () => {
    expect(await subadmin.ok('Users.Search', { partialName: 'second_sub' })).toEqual([]);
    expect(await everybody(subadmin, { search: 'second_sub' })).toEqual([]);
    const { organisation } = await subadmin.ok('Users.Self');
    expect(new Set((await everybody(subadmin, {})).map((person) => person.organisation.publicId))).toEqual(
      new Set([organisation.publicId]),
    );
  });
});

describe('a column condition', () => {
  const show = (...where: NonNullable<PageArgs['where']>) => everybody(sysadmin, { where });

  it('compares text', async () => {
    const everyone = await everybody(sysadmin, {});
    const meaning = { contains: 'includes', startsWith: 'startsWith' } as const;
    for (const op of ['contains', 'startsWith'] as const) {
      const found = await show({ field: 'userName', op, value: 'AN' });
      expect(names(found).sort()).toEqual(
        names(everyone.filter(({ userName }) => userName.toLowerCase()[meaning[op]]('an'))).sort(),
      );
    }
    expect(names(await show({ field: 'name', op: 'equals', value: "oliver o'brien" }))).toContain('ordinary');
    expect(names(await show({ field: 'name', op: 'startsWith', value: 'Thao Nguyen' }))).toContain('mfa_user');
    expect(names(await show({ field: 'email', op: 'equals', value: 'Ordinary@Example.com' }))).toEqual(['ordinary']);
    const owned = await show({ field: 'owner', op: 'contains', value: 'whitaker' });
    expect(owned.length).toBeGreaterThan(0);
    expect(owned.every(({ owner }) => owner?.userName === 'subadmin')).toBe(true);
  });

  it('takes one of several', async () => {
    const everyone = await everybody(sysadmin, {});
    const expectShown = async (where: NonNullable<PageArgs['where']>[number], means: (person: UserSummary) => boolean) =>
      expect(names(await show(where)).sort()).toEqual(names(everyone.filter(means)).sort());
    await expectShown({ field: 'roles', op: 'in', value: ['Support', 'SystemAdministration'] }, ({ roles }) =>
      roles.some((role) => role === 'Support' || role === 'SystemAdministration'),
    );
    await expectShown(
      { field: 'status', op: 'in', value: ['locked', 'invited'] },
      (person) => meanings.locked(person) || meanings.invited(person),
    );
    await expectShown({ field: 'mfa', op: 'in', value: ['required'] }, (person) => person.mfaRequired && !person.mfaEnabled);
    await expectShown({ field: 'mfa', op: 'in', value: ['on', 'off'] }, (person) => person.mfaEnabled || !person.mfaRequired);
    const [organisation] = everyone.map((person) => person.organisation.publicId);
    await expectShown(
      { field: 'organisation', op: 'in', value: [organisation!] },
      (person) => person.organisation.publicId === organisation,
    );
    await expectShown({ field: 'status', op: 'in', value: [] }, () => false);
  });

  it('compares dates, and knows never', async () => {
    const everyone = await everybody(sysadmin, {});
    const month = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
    expect(names(await show({ field: 'lastLoginAt', op: 'after', value: month })).sort()).toEqual(
      names(everyone.filter(({ lastLoginAt }) => lastLoginAt !== null && lastLoginAt >= month)).sort(),
    );
    expect(names(await show({ field: 'createdAt', op: 'before', value: month })).sort()).toEqual(
      names(everyone.filter(({ createdAt }) => createdAt < month)).sort(),
    );
    expect(names(await show({ field: 'lastLoginAt', op: 'never' })).sort()).toEqual(
      names(everyone.filter(({ lastLoginAt }) => lastLoginAt === null)).sort(),
    );
  });

  it('takes any moment that the contract does, however early or exact', async () => {
    for (const value of ['0000-01-01T00:00:00Z', `2026-01-01T00:00:00.${'1'.repeat(300)}Z`, '9999-12-31T23:59:59.999999999Z'])
      for (const field of ['createdAt', 'lastLoginAt'] as const)
        for (const op of ['before', 'after'] as const)
          expect([value, (await sysadmin.call('Users.Page', { where: [{ field, op, value }] })).status]).toEqual([value, 200]);
  });

  it('on anything else is refused', async () => {
    for (const where of [
      '[{"field":"password_hash","op":"contains","value":"a"}]',
      '[{"field":"roles","op":"contains","value":"a"}]',
      '{"__proto__":[]}',
      '[',
      'null',
    ])
      expect([where, (await sysadmin.raw(`/api/Users/Page?where=${encodeURIComponent(where)}`)).status]).toEqual([where, 400]);
  });
});

describe('choosing all that match', () => {
  it('gives their ids, in order, and their number', async () => {
    const { userIds, total } = await sysadmin.ok('Users.Page', { filter: 'admin', idsOnly: true, sort: '-name' });
    const people = await everybody(sysadmin, { filter: 'admin', sort: '-name' });
    expect(userIds).toEqual(people.map(({ userId }) => userId));
    expect(total).toBe(people.length);
    expect(await sysadmin.ok('Users.Page', { search: 'nosuchword', idsOnly: true })).toEqual({ userIds: [], total: 0 });
  });
});

describe('an export', () => {
  const exported = async (client: Client, query: string) => {
    const answer = await client.raw(`/api/Users/Page?format=csv&${query}`);
    return { ...answer, lines: Papa.parse<string[]>(answer.text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data };
  };
  const columns = (...list: string[]) => `columns=${encodeURIComponent(JSON.stringify(list))}`;

  it('takes its columns by commas too', async () => {
    const { lines } = await exported(sysadmin, 'filter=admin&columns=email,userName');
    expect(lines[0]).toEqual(['Email', 'User name']);
    const wrong = await sysadmin.raw('/api/Users/Page?format=csv&columns=email,shoeSize');
    expect(wrong).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
  });

  it('holds what is shown, in its order and its columns, as a file', async () => {
    const { headers, lines, status } = await exported(
      sysadmin,
      `filter=admin&sort=-name&${columns('email', 'userName', 'status')}`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"/);
    const people = await everybody(sysadmin, { filter: 'admin', sort: '-name' });
    expect(lines).toEqual([
      ['Email', 'User name', 'Status'],
      ...people.map((person) => [
        person.email,
        person.userName,
        isActive(person) ? 'Active' : person.enabled ? 'Locked' : 'Disabled',
      ]),
    ]);
  });

  it('speaks the language of the one who asks, and has every column where none is chosen', async () => {
    const german = await as(site, 'sysadmin', { headers: { 'Accept-Language': 'de' } });
    const [header, line] = (await exported(german, 'search=disabled_user')).lines;
    expect(header).toEqual(
      [
        'Benutzername',
        'Name',
        'E-Mail',
        'Status',
        'Rollen',
        'Organisation',
        'MFA',
        'Letzte Anmeldung',
        'Erstellt',
        'Verantwortlich',
      ].map(() => expect.any(String) as string),
    );
    expect(line).toContain('Deaktiviert');
    expect(line).toContain('Dieter Weiß');
  });

  it('begins with a byte order mark, and lets no name run in a spreadsheet', async () => {
    await site.database.query(
      `UPDATE users SET title = '=cmd', first_name = '=HYPERLINK("x")', last_name = '<b>' WHERE user_name = 'locked_user'`,
    );
    const response = await fetch(`${site.url}/api/Users/Page?format=csv&search=locked_user`, {
      headers: { cookie: await sysadmin.jar.getCookieString(site.url) },
    });
    expect([...new Uint8Array(await response.clone().arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await exported(sysadmin, 'search=locked_user')).lines[1]).toContain(`'=HYPERLINK("x") <b>`);
  });

  it('stays inside the own organisation, and is an event of its own', async () => {
    const { lines } = await exported(subadmin, columns('organisation'));
    expect(new Set(lines.slice(1).map(([name]) => name))).toEqual(new Set(['Harbour Mutual']));
    const [event] = await site.database.query(
      `SELECT details FROM audit_events WHERE action = 'Users.Page' AND actor = 'subadmin' ORDER BY seq DESC LIMIT 1`,
    );
    expect(event).toEqual({ details: { format: 'csv', columns: ['organisation'] } });
  });

  it('lets go of the store when whoever asked for it goes away', async () => {
    await site.database.query(
      `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, created_at)
       SELECT gen_random_uuid(), 'bulk_' || n, 'bulk' || n || '@example.net', repeat('B', 90), 'Bulk', organisation_id, now(), now()
       FROM organisations, generate_series(1, 8000) n WHERE name = 'Kaveri Finance'`,
    );
    for (let round = 0; round < 10; round += 1) {
      const abort = new AbortController();
      const response = await fetch(`${site.url}/api/Users/Page?format=csv`, {
        signal: abort.signal,
        headers: { cookie: await sysadmin.jar.getCookieString(site.url) },
      });
      await response.body!.getReader().read();
      abort.abort();
    }
    const { status } = await exported(sysadmin, 'filter=admin');
    expect(status).toBe(200);
    await eventually('every query to end', async () => {
      const open = await site.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND (state = 'active' OR state LIKE 'idle in transaction%')`,
      );
      return open.length === 0;
    });
    await site.database.query(`DELETE FROM users WHERE user_name LIKE 'bulk_%'`);
  });
});

describe('the list of everybody', () => {
  const ask = (client: Client, tag?: string) =>
    client.raw('/api/Users/All', tag === undefined ? {} : { headers: { 'If-None-Match': tag } });

  it('is the whole directory in scope, compressed', async () => {
    const everyone = await sysadmin.ok('Users.All');
    expect(names(everyone).sort()).toEqual(names(await everybody(sysadmin, {})).sort());
    expect(names(await subadmin.ok('Users.All')).sort()).toEqual(names(await everybody(subadmin, {})).sort());
    expect((await ask(sysadmin)).headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
  });

  it('is not sent again while nothing has changed, and is as soon as anything has', async () => {
    const tag = async () => (await ask(subadmin)).headers.get('etag')!;
    const first = await tag();
    expect(await ask(subadmin, first)).toMatchObject({ status: 304, text: '' });
    expect((await ask(sysadmin, first)).status).toBe(200);
    const changes = [
      `UPDATE users SET title = 'Pilot' WHERE user_name = 'ordinary'`,
      `UPDATE organisations SET approved = approved WHERE name = 'Harbour Mutual'`,
      `UPDATE sessions SET last_seen_at = now() - interval '40 days' WHERE user_id = (SELECT s.user_id FROM sessions s JOIN users u USING (user_id) JOIN organisations o USING (organisation_id) WHERE o.name = 'Harbour Mutual' AND u.user_name <> 'subadmin' AND s.last_seen_at + s.idle_ms * interval '1 millisecond' > now() LIMIT 1)`,
      `UPDATE users SET first_name = 'Anna' WHERE user_id = (SELECT owner_id FROM users u JOIN organisations o USING (organisation_id) WHERE o.name = 'Harbour Mutual' AND owner_id IS NOT NULL LIMIT 1)`,
    ];
    let last = first;
    for (const change of changes) {
      await site.database.query(change);
      const next = await tag();
      expect([change, next === last]).toEqual([change, false]);
      last = next;
    }
    await site.database.query(`UPDATE users SET title = 'Pilot' WHERE user_name = 'second_sub'`);
    expect(await tag()).toBe(last);
  });
});

describe('who is here', () => {
  it('are the people with a live session; those of the house only when asked', async () => {
    const live = (await everybody(sysadmin, { filter: 'loggedIn' })).map(({ userId, clearLife }) => ({ userId, clearLife }));
    const ids = (people: typeof live) => people.map(({ userId }) => userId).sort();
    expect((await sysadmin.ok('Users.ActiveUserIds', { includeClearLifeUsers: true })).sort()).toEqual(ids(live));
    expect((await sysadmin.ok('Users.ActiveUserIds', {})).sort()).toEqual(ids(live.filter(({ clearLife }) => !clearLife)));
    const house = (await everybody(sysadmin, {})).filter(({ clearLife }) => clearLife);
    expect((await sysadmin.ok('Users.ClearLifeUserIds')).sort()).toEqual(house.map(({ userId }) => userId).sort());
    expect(await subadmin.ok('Users.ClearLifeUserIds')).toEqual([]);
  });
});
