/** Bulk jobs on the real server and database: who is left out, each user's outcome, and that nothing happens twice. */
import { usersApi } from '@api/client/users.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { browserTransport } from '@api/client/browserTransport.ts';
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectIsInterrupted } from '@store/session/session.slice.ts';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import {
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkWaitSkipped,
  bulkPaused,
  bulkRequested,
  bulkRetryRequested,
  bulkUndoRequested,
} from '@store/users/bulk/bulk.slice.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { allSelected, idsSelected, selectSelection } from '@store/users/bulk/selection.slice.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { bulkJobOf } from './bulkJob.ts';
import { logIn, openStoreAs } from './storeWithServer.ts';
import type { HarnessOptions } from './storeHarness.ts';

const site = useServer();

/** User names of enabled members. */
async function memberNames(count: number, from = 0): Promise<string[]> {
  const rows = await site.database.query<{ user_name: string }>(
    `SELECT user_name FROM users WHERE enabled AND registered AND locked_until IS NULL AND roles = '{Member}'
        AND mfa_enrolled_at IS NULL AND user_name <> 'ordinary' ORDER BY user_name COLLATE "C" OFFSET ${String(from)} LIMIT ${String(count)}`,
  );
  return rows.map((row) => row.user_name);
}

const disabled = async (names: readonly string[]): Promise<number> => {
  const rows = await site.database.query('SELECT 1 FROM users WHERE NOT enabled AND user_name = ANY ($1)', [names]);
  return rows.length;
};

/** The seeded directory has audit events of its own, which are not counted. */
let lastSeeded = '0';
beforeAll(async () => {
  ({ lastSeeded } = await site.database.row<{ lastSeeded: string }>('SELECT max(seq)::text AS "lastSeeded" FROM audit_events'));
});

const events = async (action: string, names: readonly string[]): Promise<number> => {
  const rows = await site.database.query('SELECT 1 FROM audit_events WHERE action = $1 AND target = ANY ($2) AND seq > $3', [
    action,
    names,
    lastSeeded,
  ]);
  return rows.length;
};

async function open(names: readonly string[], options: HarnessOptions = {}) {
  const harness = await openStoreAs(site, 'sysadmin', options);
  const job = bulkJobOf(harness);
  const ask = (userName: string) => harness.store.dispatch(usersApi.endpoints.fetchUser.initiate({ userName })).unwrap();
  job.select(await Promise.all(names.map(ask)));
  return { ...harness, ...job };
}

/** A transport that holds back PUT requests until `release`, except for the first `free`. */
function heldTransport(free: number) {
  const real = browserTransport();
  let left = free;
  const waiting: (() => void)[] = [];
  const sent: string[] = [];
  return {
    sent,
    release: () => {
      left = Infinity;
      for (const go of waiting.splice(0)) go();
    },
    transport: {
      ...real,
      fetch: async (url: string, init: Parameters<typeof real.fetch>[1]) => {
        if (init.method === 'PUT') {
          sent.push(url);
          if (left > 0) left -= 1;
          else await new Promise<void>((go) => waiting.push(go));
        }
        return real.fetch(url, init);
      },
    },
  };
}

afterEach(() => site.database.query("UPDATE users SET enabled = true WHERE user_name <> 'disabled_user'"));

test('the preview names who is left out and why, and nothing has happened yet', async () => {
  const names = await memberNames(3);
  const { store, waitFor } = await open([...names, 'sysadmin', 'disabled_user', 'invited@example.com']);
  store.dispatch(bulkRequested('disable'));
  const { people: those, leftOut } = await waitFor('preview');
  expect(those.map(({ userName }) => userName)).toEqual(names);
  expect(leftOut.map(({ user, why }) => [user?.userName, why])).toEqual([
    ['sysadmin', 'OwnAccount'],
    ['disabled_user', 'isDisabled'],
    ['invited@example.com', 'notRegistered'],
  ]);
  store.dispatch(bulkCancelled());
  await waitFor('idle');
  expect(await disabled(names)).toBe(0);
});

test('every user is changed once, in the audit and in the rows', async () => {
  const names = await memberNames(12);
  const { store, start, waitFor, counts } = await open(names);
  await start('disable');
  await waitFor('finished');
  expect(counts()).toEqual({ done: 12, failed: 0, skipped: 0, open: 0 });
  expect([await disabled(names), await events('Users.Enable', names)]).toEqual([12, 12]);
  const rows = selectChangedUsers(store.getState() as never).map(({ user }) => [user.userName, user.enabled] as const);
  expect(new Map(rows)).toEqual(new Map(names.map((name) => [name, false])));
  expect(selectHasUnsavedChanges(store.getState())).toBe(false);
});

test('one failure does not stop the others; "Retry failed" retries just that one, and "Undo" reverts what was done', async () => {
  const names = await memberNames(8, 20);
  const [unlucky = ''] = names;
  await site.database.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.user_name = '${unlucky}' AND NOT NEW.enabled) EXECUTE FUNCTION refuse()`,
  );
  const { store, start, waitFor, counts } = await open(names);
  await start('disable');
  const { outcomes } = await waitFor('finished');
  expect(outcomes[0]).toMatchObject({ kind: 'failed', why: { text: expect.stringMatching(/\w/) as string } });
  expect(counts()).toMatchObject({ done: 7, failed: 1 });

  await site.database.query('DROP TRIGGER refuse ON users; DROP FUNCTION refuse');
  store.dispatch(bulkRetryRequested());
  await waitFor('finished', ({ outcomes: now }) => now.every((outcome) => outcome?.kind === 'done'));
  expect(counts()).toMatchObject({ done: 8, failed: 0 });
  expect([await disabled(names), await events('Users.Enable', names)]).toEqual([8, 8]);

  store.dispatch(bulkUndoRequested());
  const undone = await waitFor('finished', ({ isUndo }) => isUndo);
  expect(undone).toMatchObject({ action: 'enable', outcomes: Array(8).fill({ kind: 'done' }) as unknown });
  expect(await disabled(names)).toBe(0);
  store.dispatch(bulkClosed());
  await waitFor('idle');
});

test('starting a second job while one is running does nothing', async () => {
  const names = await memberNames(6, 30);
  const { store, start, waitFor } = await open(names);
  await start('disable');
  store.dispatch(bulkRequested('enable'));
  store.dispatch(bulkConfirmed());
  store.dispatch(bulkRequested('disable'));
  await waitFor('finished');
  expect([await disabled(names), await events('Users.Enable', names)]).toEqual([6, 6]);
});

test('pausing starts no further calls until it is resumed', async () => {
  const names = await memberNames(10, 40);
  const held = heldTransport(2);
  const { store, start, waitFor, counts } = await open(names, { transport: held.transport });
  await start('disable');
  await eventually('two done', () => counts().done === 2);
  store.dispatch(bulkPaused(true));
  const sentBefore = held.sent.length;
  held.release();
  await eventually('what was under way', () => counts().done === sentBefore);
  expect(held.sent).toHaveLength(sentBefore);
  expect(sentBefore).toBeLessThanOrEqual(2 + 4);
  store.dispatch(bulkPaused(false));
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: 10 });
});

test('cancelled: pending calls finish, the rest is skipped and untouched', async () => {
  const names = await memberNames(10, 50);
  const held = heldTransport(2);
  const { store, start, waitFor, counts } = await open(names, { transport: held.transport });
  await start('disable');
  await eventually('two done', () => counts().done === 2);
  store.dispatch(bulkCancelled());
  const sentBefore = held.sent.length;
  held.release();
  await waitFor('finished');
  expect(counts()).toEqual({ done: sentBefore, skipped: 10 - sentBefore, failed: 0, open: 0 });
  expect(await disabled(names)).toBe(sentBefore);
});

test('the session ends in the middle: the same user logs in again and the job continues, no user twice', async () => {
  const names = await memberNames(12, 60);
  const held = heldTransport(3);
  const harness = await open(names, { transport: held.transport });
  const { store, start, waitFor, counts } = harness;
  await start('disable');
  await eventually('three done', () => counts().done === 3);
  await site.database.query('DELETE FROM sessions');
  held.release();
  await eventually('the dialog', () => selectIsInterrupted(store.getState()));
  await store.dispatch(logIn('sysadmin'));
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: 12, failed: 0 });
  expect(await events('Users.Enable', names)).toBe(12);
  expect(selectSelection(store.getState() as never).ids).toHaveLength(12);
  expect(harness.navigations).toEqual([]);
});

test('a lost response is looked up: what was done is not done again', async () => {
  const names = await memberNames(5, 80);
  const real = browserTransport();
  const puts: string[] = [];
  let cut = true;
  const { store, start, waitFor, counts } = await open(names, {
    transport: {
      ...real,
      wait: () => Promise.resolve(),
      fetch: async (url, init) => {
        if (init.method !== 'PUT') return real.fetch(url, init);
        puts.push(url);
        const reply = await real.fetch(url, init);
        if (!cut) return reply;
        throw new TypeError('The connection broke after the server had done it');
      },
    },
  });
  await start('disable');
  await waitFor('running', ({ hold }) => hold?.why === 'connection');
  cut = false;
  store.dispatch(bulkWaitSkipped());
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: 5 });
  expect(puts).toHaveLength(5);
  expect(await events('Users.Enable', names)).toBe(5);
});

test('429 waits as long as the server asks, and continues with the same user', async () => {
  const names = await memberNames(3, 90);
  const real = browserTransport();
  let busy = true;
  const { store, start, waitFor, counts } = await open(names, {
    transport: {
      ...real,
      fetch: (url, init) =>
        busy && init.method === 'PUT'
          ? Promise.resolve(
              new Response(JSON.stringify({ message: 'Later', code: 'TooManyRequests' }), {
                status: 429,
                headers: { 'Retry-After': '3600' },
              }),
            )
          : real.fetch(url, init),
    },
  });
  const before = Date.now();
  await start('disable');
  const { hold } = await waitFor('running', (job) => job.hold !== null);
  expect(hold).toMatchObject({ why: 'server' });
  expect((hold?.until ?? 0) - before).toBeGreaterThanOrEqual(3_600_000);
  busy = false;
  store.dispatch(bulkWaitSkipped());
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: 3 });
});

describe('jobs that need step-up', () => {
  const enrol = (names: readonly string[]) =>
    site.database.query(
      `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = (SELECT mfa_secret FROM users WHERE user_name = 'mfa_user') WHERE user_name = ANY ($1)`,
      [names],
    );
  const confirm = () => recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } }));

  test('ask once for all users; if declined, the job pauses and asks again when resumed', async () => {
    const names = await memberNames(6, 100);
    await enrol(names);
    const { store, start, waitFor, counts } = await open([...names, 'ordinary']);
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
    const { leftOut } = await start('resetMfa');
    expect(leftOut.map(({ why }) => why)).toEqual(['mfaOff']);
    await eventually('the question', () => selectIsIdentityAsked(store.getState()));
    store.dispatch(confirmIdentityCancelled());
    await waitFor('running', ({ paused }) => paused);
    expect(counts()).toMatchObject({ done: 0, failed: 0, open: 6 });
    store.dispatch(bulkPaused(false));
    await eventually('the question again', () => selectIsIdentityAsked(store.getState()));
    await store.dispatch(confirm());
    await waitFor('finished');
    expect(counts()).toMatchObject({ done: 6, failed: 0 });
    expect(await events('Users.ResetAuthentication', names)).toBe(6);
  });

  test('a refusal that arrives after the user has resumed does not pause the job again', async () => {
    const names = await memberNames(2, 110);
    await enrol(names);
    const real = browserTransport();
    let late: Promise<unknown> | undefined;
    let arrive: () => void = () => undefined;
    const { store, start, waitFor, counts } = await open(names, {
      transport: {
        ...real,
        async fetch(url, init) {
          const reply = await real.fetch(url, init);
          if (!url.includes('ResetAuthentication') || late) return reply;
          late = new Promise<void>((resolve) => (arrive = resolve));
          await late;
          return reply;
        },
      },
    });
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
    await start('resetMfa');
    await eventually('the question', () => selectIsIdentityAsked(store.getState()));
    store.dispatch(confirmIdentityCancelled());
    await waitFor('running', ({ paused }) => paused);
    store.dispatch(bulkPaused(false));
    await eventually('the question again', () => selectIsIdentityAsked(store.getState()));
    arrive();
    await late;
    await store.dispatch(confirm());
    await waitFor('finished');
    expect(counts()).toMatchObject({ done: 2 });
  });
});

test('invitations are sent again, each once', async () => {
  const { start, waitFor, counts } = await open(['invited@example.com', 'expired@example.com', 'ordinary']);
  const { leftOut } = await start('resendInvite');
  expect(leftOut.map(({ why }) => why)).toEqual(['isRegistered']);
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: 2 });
  expect(await events('Invite.Resend', ['invited@example.com', 'expired@example.com'])).toBe(2);
});

describe('selected users whose rows were never loaded', () => {
  test('are fetched by the list’s query; deleted ones are left out', async () => {
    const { store, waitFor } = await open([]);
    const list = { filter: 'all', search: '' } as const;
    const { data } = await store.dispatch(usersApi.endpoints.fetchUsersPage.initiate({ ...list, idsOnly: true }));
    const ids = data?.userIds ?? [];
    const deletedId = '00000000-0000-4000-8000-000000000000';
    store.dispatch(allSelected({ ids: [...ids, deletedId], list }));
    store.dispatch(bulkRequested('unlock'));
    const { people: those, leftOut } = await waitFor('preview');
    expect(those.length + leftOut.length).toBe(ids.length + 1);
    expect(those.every(({ lockedUntil }) => lockedUntil !== null)).toBe(true);
    expect(leftOut).toContainEqual({ userId: deletedId, why: 'gone' });
  });

  test('are found though they no longer match the list they were selected in', async () => {
    const names = await memberNames(8, 110);
    const { store, waitFor } = await open([]);
    const rows = await site.database.query<{ user_id: string }>('SELECT user_id FROM users WHERE user_name = ANY ($1)', [names]);
    const origin = { list: { filter: 'locked' }, offset: 0 } as const;
    store.dispatch(idsSelected({ ids: rows.map((row) => row.user_id), origin }));
    store.dispatch(bulkRequested('disable'));
    const { people: those } = await waitFor('preview');
    expect(those.map(({ userName }) => userName).sort()).toEqual(names);
  });
});

test('closing the store stops the job', async () => {
  const names = await memberNames(8, 120);
  const held = heldTransport(1);
  const { store, start, counts } = await open(names, { transport: held.transport });
  await start('disable');
  await eventually('one done', () => counts().done === 1);
  store.close();
  held.release();
  await eventually('the end of what was under way', async () => (await disabled(names)) >= 1);
  expect(held.sent.length).toBeLessThanOrEqual(5);
});
