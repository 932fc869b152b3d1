/** The audit report: visible events, filters, paging, and export as CSV and JSON. */
import { connect } from 'node:net';
import Papa from 'papaparse';
import { BOM } from '@api/contract/csv.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { renameOrganisation } from '../../support/organisations.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { userOf } from '../../support/userFacts.ts';

describe('The audit report', () => {
  const site = useServer();
  let system: Client;
  let harbour: Client;

  beforeAll(async () => {
    system = await logInAs(site, 'sysadmin');
    harbour = await logInAs(site, 'subadmin');
  });

  /** Inserts events of Harbour Mutual, with actions that no operation writes. */
  const insertEvents = (action: string, count = 1, target = 'planted', actor = 'planter', ip: string | null = null) =>
    site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, ip, details)
       SELECT gen_random_uuid(), now(), $4, $1, $3, organisation_id, name, 'success', $5, '{"note": "a, \\"b\\""}'
         FROM organisations, generate_series(1, $2::int) WHERE name = 'Harbour Mutual'`,
      [action, count, target, actor, ip],
    );

  test('shows a subscriber administrator only the own organisation, and is refused to members', async () => {
    await insertEvents('Story.Scope');
    const other = await logInAs(site, 'second_sub');
    const { events } = await harbour.ok('Users.AuditReport', { limit: 500 });
    expect(new Set(events.map((event) => event.organisation))).toEqual(new Set(['Harbour Mutual']));
    for (const [client, seen] of [
      [system, 1],
      [harbour, 1],
      [other, 0],
    ] as const)
      expect((await client.ok('Users.AuditReport', { action: 'Story.Scope' })).total).toBe(seen);
    expect((await other.raw('/api/Users/AuditReport?format=csv')).text).not.toContain('Story.Scope');
    expect((await (await logInAs(site, 'ordinary')).call('Users.AuditReport')).status).toBe(403);
  });

  test('shows support staff the events of their organisation, and support staff of the house organisation all events', async () => {
    await insertEvents('Story.Support');
    const staff = await unusedMember(site, { organisation: 'Harbour Mutual' });
    await system.ok('Roles.SetUser', { userName: staff.userName, body: { roles: ['Support'] } });
    const tenantSupport = await logInAs(site, staff.userName);
    const houseSupport = await logInAs(site, 'support_user');
    // Reading writes no event, so the reports are comparable.
    const report = async (client: Client) => (await client.ok('Users.AuditReport', { limit: 500 })).events;
    const own = await report(tenantSupport);
    expect(own).toEqual(await report(harbour));
    // Includes actions of system administrators in this organisation, but none in others.
    expect(own).toContainEqual(expect.objectContaining({ actor: 'sysadmin', action: 'Roles.SetUser', target: staff.userName }));
    expect(new Set(own.map(({ organisation }) => organisation))).toEqual(new Set(['Harbour Mutual']));
    expect(await report(houseSupport)).toEqual(await report(system));
    expect(new Set((await report(houseSupport)).map(({ organisation }) => organisation)).size).toBeGreaterThan(2);

    const nameOf = async (client: Client) => {
      const { headers } = await client.raw('/api/Users/AuditReport?format=csv&action=Story.Support');
      return headers.get('content-disposition');
    };
    expect(await nameOf(tenantSupport)).toContain('filename="audit-Harbour_Mutual-');
    expect(await nameOf(houseSupport)).toContain('filename="audit-all-');
    const exported = await system.ok('Users.AuditReport', { action: 'Users.AuditReport', limit: 2 });
    expect(exported.events.map(({ actor, organisation, details }) => [actor, organisation, details.export])).toEqual([
      ['support_user', 'Gatehouse', 'csv'],
      [staff.userName, 'Harbour Mutual', 'csv'],
    ]);
  });

  test('is readable with an API key of support staff, limited to the owner’s current rights', async () => {
    const owner = await logInAs(site, 'support_user');
    const { key } = await owner.ok('ApiKey.Create', { name: 'nightly export' });
    const claims = [{ type: 'call' as const, value: 'Users.AuditReport' }];
    await owner.ok('ApiKey.CreateClaims', { body: { name: 'nightly export', claims } });
    const { grantableClaims } = await owner.ok('ApiKey.OpenAccess');
    expect(grantableClaims.map(({ value }) => value)).not.toContain('Users.All');
    const keyClient = createClient(site, { headers: { authorization: `Bearer ${key}` } });
    expect((await keyClient.ok('Users.AuditReport', {})).total).toBe((await system.ok('Users.AuditReport', {})).total);
    await system.ok('Roles.SetUser', { userName: 'support_user', body: { roles: ['Member'] } });
    expect((await keyClient.call('Users.AuditReport', {})).status).toBe(403);
    const [refusal] = (await system.ok('Users.AuditReport', { action: 'Users.AuditReport', outcome: 'refused' })).events;
    expect(refusal).toMatchObject({ actor: 'support_user', details: { code: 'Forbidden' } });
    await system.ok('Roles.SetUser', { userName: 'support_user', body: { roles: ['Support'] } });
  });

  test('contains refusals of operations open to every session: on other users, on the own account, and while impersonating', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const own = await logInAs(site, member.userName);
    const { version } = await system.ok('Users.User', { userName: member.userName });
    await own.call('Users.Patch', { userName: 'subadmin', body: { version: 0, title: 'x' } });
    await own.call('Users.Patch', { userName: member.userName, body: { version, email: 'mine@example.net' } });
    await own.call('UserRoles.User', { userName: 'subadmin' });
    const refusals = async (actor: string) =>
      (await system.ok('Users.AuditReport', { actor, outcome: 'refused' })).events.map(({ action, target, details }) => [
        action,
        target,
        (details as { code: string }).code,
      ]);
    expect(await refusals(member.userName)).toEqual([
      ['UserRoles.User', 'subadmin', 'NotFound'],
      ['Users.Patch', member.userName, 'OwnAccount'],
      ['Users.Patch', 'subadmin', 'NotFound'],
    ]);
    const administrator = await logInAs(site, 'subadmin');
    await administrator.ok('Users.Impersonate', { userName: member.userName });
    await administrator.call('ApiKey.Create', { name: 'not mine' });
    expect((await refusals('subadmin'))[0]).toEqual(['ApiKey.Create', null, 'Impersonating']);
  });

  test('is filtered by action or its prefix, actor, target, outcome and time, and matches wildcards literally', async () => {
    await insertEvents('Story_Find.One', 2, 'Some_Target', 'Some_Actor');
    await insertEvents('StoryXFind.Two');
    const total = async (query: Parameters<typeof system.ok<'Users.AuditReport'>>[1]) =>
      (await system.ok('Users.AuditReport', query)).total;
    expect(await total({ action: 'Story_Find.' })).toBe(2);
    expect(await total({ action: 'Story_Find' })).toBe(0);
    expect(await total({ actor: 'SOME_actor' })).toBe(2);
    expect(await total({ target: 'some_TARGET', outcome: 'success' })).toBe(2);
    expect(await total({ target: 'some_target', outcome: 'refused' })).toBe(0);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await total({ action: 'Story_Find.', from: soon })).toBe(0);
    expect(await total({ action: 'Story_Find.', to: soon })).toBe(2);
  });

  test('is filtered by names and addresses in whatever way they are pasted', async () => {
    await insertEvents('Story.Pasted', 1, 'ann@büro.example', 'Pasted_Actor', '2001:db8::1');
    await insertEvents('Story.Pasted', 1, 'ＡＢＣ商事', 'pa… #0a1b2c3d4e5f');
    const total = async (filters: Parameters<typeof system.ok<'Users.AuditReport'>>[1]) =>
      (await system.ok('Users.AuditReport', { ...filters, action: 'Story.Pasted' })).total;
    for (const target of [
      'Ann <ann@büro.example>',
      '"Lee, Ann" <ANN@xn--bro-hoa.example>;',
      'mailto:ann@b\u00FCro.example?subject=x',
      '\u200Bann@büro.example\u2069',
      'ａｎｎ＠büro.example',
      ' ann@bu\u0308ro.example ',
      'ＡＢＣ商事',
    ])
      expect([target, await total({ target })]).toEqual([target, 1]);
    for (const actor of ['\u200EPASTED_actor\u00AD', 'ｐａｓｔｅｄ_actor', ' pasted_actor', 'PA… #0a1b2c3d4e5f'])
      expect([actor, await total({ actor })]).toEqual([actor, 1]);
    for (const ip of ['\u200B2001:DB8::1 ', '２００１:db8::1']) expect([ip, await total({ ip })]).toEqual([ip, 1]);
    expect(await total({ target: 'ann@buro.example' })).toBe(0);
  });

  test('is paged by a cursor that neither repeats nor skips events while new ones are written, and rejects invalid cursors', async () => {
    await insertEvents('Story.Page', 25);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await system.ok('Users.AuditReport', { action: 'Story.Page', limit: 10, ...(cursor ? { cursor } : {}) });
      seen.push(...page.events.map((event) => event.eventId));
      cursor = page.nextCursor;
      if (seen.length === 10) await insertEvents('Story.Page');
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
    for (const bad of ['x', '1 OR 1=1', '-1', '7', '9'.repeat(30), `1.${'9'.repeat(30)}`])
      expect((await system.call('Users.AuditReport', { cursor: bad })).status).toBe(400);
  });

  test('is in the order of the times that are shown, in pages and in the file', async () => {
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, outcome)
       SELECT gen_random_uuid(), timestamptz '2026-05-01T10:00:00.000001Z' + at * interval '1 second', 'orderly', 'Story.Order', 'success'
         FROM unnest(ARRAY[1, 5, 3, 3, 4, 2, 31536000, 0]) at`,
    );
    const times: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await system.ok('Users.AuditReport', { action: 'Story.Order', limit: 3, ...(cursor ? { cursor } : {}) });
      times.push(...page.events.map(({ at }) => at));
      cursor = page.nextCursor;
    }
    expect(times).toHaveLength(8);
    expect(times).toEqual([...times].sort().reverse());
    const file = await system.raw('/api/Users/AuditReport?format=jsonFile&action=Story.Order');
    expect((file.body as { at: string }[]).map(({ at }) => at)).toEqual(times);
  });

  test('finds a person as actor, as target and while impersonated, by user name, e-mail address and name, each event once', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const [account] = await site.database.query<{ name: string; email: string }>(
      `UPDATE users SET first_name = 'Solveig', last_name = 'Østby-Unica' WHERE user_name = $1
       RETURNING first_name || ' ' || last_name AS name, email`,
      [member.userName],
    );
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, target, organisation_id, organisation, outcome)
       SELECT gen_random_uuid(), now() - n * interval '1 minute', a, b, 'Story.Person', t, organisation_id, name, 'success'
         FROM organisations, (VALUES (0, $1, NULL, $1), (1, 'other', $1, NULL), (2, 'other', NULL, upper($1)), (3, 'other', NULL, $2), (4, 'other', 'other', 'other')) e (n, a, b, t)
        WHERE name = 'Harbour Mutual'`,
      [member.userName, account?.email],
    );
    const found = async (client: Client, person: string | undefined) => {
      const { events, total } = await client.ok('Users.AuditReport', { action: 'Story.Person', person: person ?? '' });
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(total);
      expect(
        (await client.ok('Users.AuditHistogram', { action: 'Story.Person', person: person ?? '' })).bars.success.reduce(
          (sum, n) => sum + n,
          0,
        ),
      ).toBe(total);
      return total;
    };
    for (const text of [member.userName.toUpperCase(), account?.email, account?.name, account?.name.toLowerCase()])
      expect([text, await found(harbour, text)]).toEqual([text, 4]);
    // Support may not list users, and so learns no address by a name.
    const support = await logInAs(site, 'support_user');
    expect(await found(support, account?.email)).toBeLessThan(2);
    expect((await (await logInAs(site, 'second_sub')).ok('Users.AuditReport', { person: account?.name ?? '' })).total).toBe(0);
  });

  test('finds what an administrator did on behalf of a user under both names: each event once, in order, in pages, file and total', async () => {
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, outcome, details)
       SELECT gen_random_uuid(), now(), CASE number % 3 WHEN 0 THEN 'Acting_Admin' ELSE 'Acted_For' END,
              CASE number % 3 WHEN 0 THEN 'Acted_For' WHEN 1 THEN 'acted_for' END, 'Story.Behalf', 'success', '{}'
         FROM generate_series(0, 20) number`,
    );
    const written = (
      await site.database.query<{ eventId: string; actor: string }>(
        `SELECT event_id AS "eventId", actor FROM audit_events WHERE action = 'Story.Behalf' ORDER BY seq DESC`,
      )
    ).map(({ eventId, actor }) => [eventId, actor] as const);
    const pagesOf = async (actor: string) => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await system.ok('Users.AuditReport', { actor, limit: 4, ...(cursor ? { cursor } : {}) });
        expect(page.total).toBe(written.filter(([, one]) => actor === 'ACTED_for' || one === 'Acting_Admin').length);
        seen.push(...page.events.map(({ eventId }) => eventId));
        cursor = page.nextCursor;
      }
      return seen;
    };
    expect(await pagesOf('ACTED_for')).toEqual(written.map(([id]) => id));
    expect(await pagesOf('acting_admin')).toEqual(written.filter(([, one]) => one === 'Acting_Admin').map(([id]) => id));
    const file = await system.raw('/api/Users/AuditReport?format=jsonFile&actor=acted_for');
    expect((file.body as { eventId: string }[]).map(({ eventId }) => eventId)).toEqual(written.map(([id]) => id));
    expect(await system.ok('Users.AuditHistogram', { actor: 'acted_for' })).toMatchObject({
      facets: {
        actor: [
          { value: 'Acted_For', events: 14 },
          { value: 'Acting_Admin', events: 7 },
        ],
      },
    });
  });

  test('is exported as CSV: with file name, BOM and quotes, and no cell that a spreadsheet would run as a formula', async () => {
    await insertEvents('Story.Csv', 1, '=HYPERLINK("http://evil.example")', '@SUM(1)');
    const answer = await harbour.raw('/api/Users/AuditReport?format=csv&action=Story.Csv');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-Harbour_Mutual-start-\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const bytes = await fetch(`${site.url}/api/Users/AuditReport?format=csv&action=Story.Csv`, {
      headers: { Cookie: await harbour.jar.getCookieString(site.url), 'X-Requested-With': 'XMLHttpRequest' },
    });
    const text = Buffer.from(await bytes.arrayBuffer());
    expect([...text.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, line, end] = text.subarray(3).toString('utf8').split('\r\n');
    expect(header).toBe(
      'eventId,at,actor,onBehalfOf,action,sentence,target,organisation,outcome,outcomeText,ip,userAgent,details',
    );
    expect(line).toContain(
      `,"'@SUM(1)",,"Story.Csv",Story: csv,"'=HYPERLINK(""http://evil.example"")","Harbour Mutual",success,Success,,,"Note: a, ""b"""`,
    );
    expect(end).toBe('');
  });

  test.each([
    ['from=2026-11-01T00:00:00Z&to=2026-11-08T00:00:00Z', '2026-11-01-2026-11-07'],
    ['from=2026-11-01T00:00:00%2B01:00&to=2026-11-08T00:00:00%2B01:00', '2026-11-01-2026-11-07'],
    ['from=2026-10-31T00:00:00-04:00&to=2026-11-02T00:00:00-05:00', '2026-10-31-2026-11-01'],
    ['from=2026-11-01T00:00:00%2B05:30&to=2026-11-01T12:00:00%2B05:30', '2026-11-01-2026-11-01'],
    ['to=2026-11-08T00:00:00%2B13:00', 'start-2026-11-07'],
  ])('is exported under the chosen days in the user’s time zone: %s', async (span, days) => {
    const answer = await system.raw(`/api/Users/AuditReport?format=csv&action=Story.Named&${span}`);
    expect(answer.headers.get('content-disposition')).toContain(`filename="audit-all-${days}.csv"`);
  });

  test.each([
    [
      'of any length',
      'Donaudampfschifffahrtsgesellschaft '.repeat(500).trim(),
      'Donaudampfschifffahrtsgesellschaft Donaudampfschifffah…',
    ],
    ['with pairs of surrogates', '🦊'.repeat(200), `${'🦊'.repeat(54)}…`],
    ['with what file systems refuse', 'Ost/West: "A" \\ <B> | C*?', 'Ost-West- -A- - -B- - C--'],
    ['that would read backwards or end the header', 'fdp\u202Evsc\r\nX: 1\u2028', 'fdp-vsc--X- 1-'],
  ])('is exported under the name of an organisation %s, as far as a file can have it', async (_what, name, kept) => {
    await renameOrganisation(site, 'Harbour Mutual', name);
    try {
      const { status, headers } = await harbour.raw('/api/Users/AuditReport?format=csv&action=Story.Named');
      const disposition = headers.get('content-disposition') ?? '';
      const file = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      expect([status, file.replace(/-start-\d{4}-\d\d-\d\d\.csv$/, '')]).toEqual([200, `audit-${kept}`]);
      expect(disposition.length).toBeLessThan(1500);
    } finally {
      await renameOrganisation(site, name, 'Harbour Mutual');
    }
  });

  test('is exported as JSON with the same events as the pages', async () => {
    await insertEvents('Story.Json', 3);
    const file = await system.raw('/api/Users/AuditReport?format=jsonFile&action=Story.Json');
    const { events } = await system.ok('Users.AuditReport', { action: 'Story.Json' });
    expect(file.headers.get('content-disposition')).toMatch(/\.json"/);
    // The file has no display names, and has a sentence beside the codes.
    const said = { sentence: 'Story: json', outcomeText: 'Success', change: '' };
    expect(file.body).toEqual(events.map(({ actorName: _, ...event }) => ({ ...event, ...said })));
    expect((await system.raw('/api/Users/AuditReport?format=jsonFile&action=Story.None')).body).toEqual([]);
  });

  test.each([
    [
      'en-US',
      [
        'Login refused: wrong password',
        'Refused',
        'Disabled',
        'Enabled: No',
        'Gave System administrator',
        'Viewing a user refused',
      ],
    ],
    ['de', ['Anmeldung abgelehnt: falsches Passwort', 'Abgelehnt', 'Deaktiviert', 'Aktiv: Nein', 'Systemadministrator erteilt']],
    ['en-IN', ['Login refused: wrong password']],
  ] as const)(
    'is exported in the words of %s, beside the codes of action and outcome, which are the same in every language',
    async (locale, said) => {
      await site.database.query(
        `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, details)
       SELECT gen_random_uuid(), '2026-02-01', 'wordy', action, 'one', organisation_id, name, outcome, details::jsonb
         FROM organisations, (VALUES
           ('Login.Login', 'failure', '{"reason": "InvalidCredentials", "failures": 2}'),
           ('Users.User', 'refused', '{"code": "NotFound"}'),
           ('Users.Enable', 'success', '{"enabled": false}'),
           ('Roles.SetUser', 'success', '{"given": ["SystemAdministration"], "taken": []}'),
           ('Users.Impersonate', 'refused', '{"code": "ApprovalNeeded", "reason": "Ticket 4711"}')) e (action, outcome, details)
        WHERE name = 'Harbour Mutual'`,
      );
      const read = async (format: string) => {
        const reply = await fetch(`${site.url}/api/Users/AuditReport?format=${format}&actor=wordy`, {
          headers: { Cookie: await harbour.jar.getCookieString(site.url), 'Accept-Language': locale },
        });
        return reply.text();
      };
      const csv = await read('csv');
      for (const words of said) expect(csv).toContain(words);
      expect(csv).not.toMatch(/InvalidCredentials|NotFound|ApprovalNeeded|SystemAdministration/);
      const { data } = Papa.parse<Record<string, string>>(csv.replace(BOM, ''), { header: true, skipEmptyLines: true });
      expect([...new Set(data.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`))].sort()).toEqual([
        'Login.Login failure',
        'Roles.SetUser success',
        'Users.Enable success',
        'Users.Impersonate refused',
        'Users.User refused',
      ]);
      for (const { sentence, outcomeText } of data)
        expect(`${String(sentence)} ${String(outcomeText)}`).not.toMatch(/\b(Login|Users|Roles)\.\w|\b(success|failure)\b/);
      const json = await read('jsonl');
      expect(json).toContain(`"sentence":"${said[0]}"`);
      expect(json).toContain('"action":"Login.Login"');
    },
  );

  test('names the actor who has an account', async () => {
    await insertEvents('Story.Name', 1, 'target', 'SubAdmin');
    await insertEvents('Story.Name', 1, 'target', 'nobody_now');
    const { events } = await harbour.ok('Users.AuditReport', { action: 'Story.Name' });
    const own = await userOf(site, 'subadmin', 'name');
    expect(events.map(({ actorName }) => actorName)).toEqual([null, own.name]);
  });

  test('contains its own export, with the filters', async () => {
    await harbour.raw('/api/Users/AuditReport?format=csv&action=Story.Own');
    const [event] = (await system.ok('Users.AuditReport', { action: 'Users.AuditReport', limit: 1 })).events;
    expect(event).toMatchObject({ actor: 'subadmin', outcome: 'success', details: { export: 'csv', action: 'Story.Own' } });
  });

  test('contains the IP address even if the client disconnects right after the request', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const [cookies, pair] = [await harbour.jar.getCookieString(site.url), String(await harbour.cookie('XSRF-TOKEN'))];
    const sendAndReset = (enabled: boolean, delayMs: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
        socket.on('error', () => undefined).on('close', () => resolve());
        socket.write(
          `PUT /api/Users/Enable/${member.userName}/${String(enabled)} HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\nX-XSRF-TOKEN: ${pair}\r\nX-Requested-With: XMLHttpRequest\r\n\r\n`,
          () => setTimeout(() => socket.resetAndDestroy(), delayMs),
        );
      });
    const addresses = () => auditEvents(site, { action: 'Users.Enable', targetUserId: member.userId }, 'ip');
    // A busy server may see the disconnect before the request.
    await eventually('some requests to be executed', async () => {
      for (let round = 0; round < 60; round += 1) await sendAndReset(round % 2 === 1, round % 8);
      return (await addresses()).length > 5;
    });
    expect(new Set((await addresses()).map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']));
  });

  test.each(['csv', 'jsonFile'])('stops its query when the client of the export disconnects: %s', async (format) => {
    await insertEvents('Story.Long', 30_000);
    const disconnected = new AbortController();
    // Between two batches of its portal the statement is active and waits for the client to ask for the next.
    const findOpenQueries = () =>
      site.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event = 'ClientRead'`,
      );
    const response = await fetch(`${site.url}/api/Users/AuditReport?format=${format}&action=Story.Long`, {
      headers: {
        Cookie: await system.jar.getCookieString(site.url),
        'X-Requested-With': 'XMLHttpRequest',
        'Accept-Encoding': 'identity',
      },
      signal: disconnected.signal,
    });
    const reader = response.body!.getReader();
    await reader.read();
    await eventually('the query to wait for its client', async () => (await findOpenQueries()).length > 0);
    disconnected.abort();
    await eventually('the query to end', async () => (await findOpenQueries()).length === 0);
    expect((await system.raw(`/api/Users/AuditReport?format=${format}&action=Story.Own`)).status).toBe(200);
  });
});
