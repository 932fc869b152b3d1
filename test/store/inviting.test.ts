/** Inviting on the real server and database under faults: no user is invited or mailed twice, and it can always be resumed. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { confirmIdentityCancelled, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport, WireInit, WireReply } from '@api/client/transport.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectIsInterrupted } from '@store/session/session.slice.ts';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { registerModule } from '@store/modules.ts';
import { invitingModule } from '@store/users/inviting.module.ts';
import {
  type Inviting,
  invitingClosed,
  invitingRequested,
  invitingRetried,
  invitingStopped,
  selectInviting,
} from '@store/users/inviting.slice.ts';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { logIn, openStoreAs } from './storeWithServer.ts';
import { auditEvents } from '../support/auditEvents.ts';
import { queuedMails } from '../support/queuedMails.ts';
import { authenticatedAgo } from '../support/sessions.ts';

registerModule(invitingModule);

const site = useServer();

type Send = (url: string, init: WireInit) => Promise<WireReply>;
type Job = Exclude<Inviting, { kind: 'idle' }>;

const refused = (status: number, code: string) =>
  Promise.resolve(new Response(JSON.stringify({ message: `${code} happened`, code }), { status }));

/** A store whose calls go through `between`, which may delay, drop or answer them. */
async function open(
  between: (url: string, send: () => ReturnType<Send>, init: WireInit) => ReturnType<Send> = (_url, send) => send(),
) {
  const real = browserTransport();
  const sent: string[] = [];
  const transport: Transport = {
    ...real,
    fetch: (url, init) => {
      if (init.method !== 'GET' && !url.includes('/Login/')) sent.push(url.slice(url.lastIndexOf('/') + 1));
      return between(url, () => real.fetch(url, init), init);
    },
  };
  const harness = await openStoreAs(site, 'subadmin', { transport });
  const { store } = harness;
  const job = () => selectInviting(store.getState() as never);
  const finished = () =>
    eventually('the end of it', () => {
      const now = job();
      return now.kind === 'finished' ? now : undefined;
    });
  const invite = (...emails: string[]) => {
    store.dispatch(
      invitingRequested({
        about: null,
        invitation: { roles: ['Member'], message: 'Welcome' },
        people: emails.map((email) => ({ email, firstName: 'New', lastName: 'Comer' })),
      }),
    );
  };
  return { ...harness, sent, job, finished, invite };
}

const outcomes = ({ people }: Job) => people.map(({ email, outcome }) => [email, outcome?.kind]);

/** Number of invitations and mails of an address, from the database. */
async function invitationsAndMails(email: string): Promise<readonly [invitations: number, mails: number]> {
  const invitations = await auditEvents(site, { action: 'Invite.CreateUser', outcome: 'success', target: email });
  const mails = await queuedMails(site, { recipient: email });
  return [invitations.length, mails.length];
}

const cutOff = (): never => {
  throw new TypeError('The connection broke');
};

test('everybody gets an invitation and then a mail, while the page is marked as having unsaved changes', async () => {
  const { store, invite, finished } = await open();
  invite('a1@example.net', 'a2@example.net', 'a3@example.net', 'a4@example.net', 'a5@example.net');
  expect(selectHasUnsavedChanges(store.getState())).toBe(true);
  expect((await finished()).people.map(({ outcome }) => outcome?.kind)).toEqual(Array(5).fill('sent'));
  expect(await Promise.all(['a1', 'a5'].map((name) => invitationsAndMails(`${name}@example.net`)))).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await eventually('the work to be let go', () => !selectHasUnsavedChanges(store.getState()));
  expect(selectAlert(store.getState())).toBeNull();
});

test('a double click sends once', async () => {
  const { invite, finished, sent } = await open();
  invite('b1@example.net');
  invite('b1@example.net');
  await finished();
  expect(sent).toEqual(['CreateUser', 'SendEmail']);
  expect(await invitationsAndMails('b1@example.net')).toEqual([1, 1]);
});

test('409: distinguishes an open invitation, an existing user, and a user outside one’s view', async () => {
  const { invite, finished } = await open();
  invite('c1@example.net', 'Invited@example.com', 'ordinary@example.com', 'second_sub@example.com');
  const { people } = await finished();
  expect(people.map(({ outcome }) => outcome)).toEqual([
    { kind: 'sent' },
    { kind: 'invited', userId: expect.any(String) as string },
    { kind: 'member', userName: 'ordinary' },
    { kind: 'taken' },
  ]);
});

test('a response lost after the invitation was created: the next try finds it, and only mails it', async () => {
  let loseResponse = true;
  const { store, invite, finished, sent } = await open(async (url, send) => {
    const reply = await send();
    return loseResponse && url.endsWith('/CreateUser') ? cutOff() : reply;
  });
  invite('d1@example.net');
  expect((await finished()).people[0]?.outcome).toEqual({ kind: 'failed', why: { phrase: 'common:error.network' } });
  expect(await invitationsAndMails('d1@example.net')).toEqual([1, 0]);
  loseResponse = false;
  store.dispatch(invitingRetried());
  expect(outcomes(await finished())).toEqual([['d1@example.net', 'sent']]);
  expect(sent).toEqual(['CreateUser', 'CreateUser', 'SendEmail']);
  expect(await invitationsAndMails('d1@example.net')).toEqual([1, 1]);
});

test('a lost response about another administrator’s invitation does not claim it', async () => {
  const admin = await logInAs(site, 'subadmin');
  const body = { email: 'd2@example.net', firstName: 'Not', lastName: 'Ours', roles: [] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  const { invite, finished } = await open();
  invite('d2@example.net');
  expect((await finished()).people[0]?.outcome).toEqual({ kind: 'invited', userId });
  expect(await invitationsAndMails('d2@example.net')).toEqual([1, 0]);
});

test('failed ones resume where they stopped, and nothing is sent again', async () => {
  let broken = true;
  const { store, invite, finished, sent } = await open((url, send, init) => {
    if (!broken) return send();
    if (url.endsWith('/SendEmail')) return refused(503, 'StoreUnavailable');
    return typeof init.body === 'string' && init.body.includes('e2@') ? refused(500, 'ServerError') : send();
  });
  invite('e1@example.net', 'e2@example.net', 'ordinary@example.com');
  expect((await finished()).people.map(({ outcome }) => outcome)).toEqual([
    { kind: 'failed', why: { text: 'StoreUnavailable happened' } },
    { kind: 'failed', why: { text: 'ServerError happened' } },
    { kind: 'member', userName: 'ordinary' },
  ]);
  broken = false;
  const before = sent.length;
  store.dispatch(invitingRetried());
  expect(outcomes(await finished())).toEqual([
    ['e1@example.net', 'sent'],
    ['e2@example.net', 'sent'],
    ['ordinary@example.com', 'member'],
  ]);
  expect(sent.slice(before)).toEqual(['CreateUser', 'SendEmail']);
  expect([await invitationsAndMails('e1@example.net'), await invitationsAndMails('e2@example.net')]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  store.dispatch(invitingRetried());
  expect(sent.slice(before)).toHaveLength(2);
});

test('stopped in flight: the calls are aborted, and what was done is found again', async () => {
  let hold = true;
  let held = 0;
  const aborted: string[] = [];
  const { store, invite, job, finished } = await open(async (url, send, { signal }) => {
    const reply = await send();
    if (!hold || !url.endsWith('/CreateUser')) return reply;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(url);
        reject(new DOMException('Aborted', 'AbortError'));
      });
      held += 1;
    });
  });
  invite('f1@example.net', 'f2@example.net', 'f3@example.net', 'f4@example.net');
  await eventually('three made, their answers kept on the way', () => held === 3);
  store.dispatch(invitingStopped());
  const stopped = await finished();
  expect(stopped.people.map(({ outcome }) => outcome)).toEqual(
    Array(4).fill({ kind: 'failed', why: { phrase: 'users:invite.stopped' } }),
  );
  expect(aborted).toHaveLength(3);
  expect(selectHasUnsavedChanges(store.getState())).toBe(false);
  hold = false;
  store.dispatch(invitingRetried());
  expect(outcomes(await finished())).toEqual(['f1', 'f2', 'f3', 'f4'].map((name) => [`${name}@example.net`, 'sent']));
  expect([await invitationsAndMails('f1@example.net'), await invitationsAndMails('f4@example.net')]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  store.dispatch(invitingClosed());
  expect(job().kind).toBe('idle');
});

test('401 in the middle: it waits until the user logs in again, and continues by itself', async () => {
  let out = true;
  const { store, invite, finished } = await open((url, send) =>
    out && url.endsWith('/CreateUser') ? refused(401, 'SessionRequired') : send(),
  );
  invite('g1@example.net');
  await eventually('the question', () => selectIsInterrupted(store.getState()));
  out = false;
  await store.dispatch(logIn('subadmin')).unwrap();
  expect(outcomes(await finished())).toEqual([['g1@example.net', 'sent']]);
  expect(await invitationsAndMails('g1@example.net')).toEqual([1, 1]);
});

test('if the user does not log in again, its state is cleared', async () => {
  const { store, invite, job } = await open((url, send) =>
    url.endsWith('/CreateUser') ? refused(401, 'SessionRequired') : send(),
  );
  invite('g2@example.net');
  await eventually('the question', () => selectIsInterrupted(store.getState()));
  store.dispatch(sessionAbandoned());
  expect(job()).toEqual({ kind: 'idle' });
  await eventually('the work to be let go', () => !selectHasUnsavedChanges(store.getState()));
  expect(await invitationsAndMails('g2@example.net')).toEqual([0, 0]);
});

describe('resending with other roles', () => {
  async function resend() {
    const admin = await logInAs(site, 'subadmin');
    const email = `h${String(Math.random()).slice(2)}@example.net`;
    const { userId } = await admin.ok('Invite.CreateUser', {
      body: { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] },
    });
    const harness = await open();
    await authenticatedAgo(site, '2 hours');
    harness.store.dispatch(
      invitingRequested({
        about: userId,
        invitation: { roles: ['Support'] },
        people: [
          {
            email,
            firstName: 'Grace',
            lastName: 'Hopper',
            userId,
            corrections: { details: { lastName: 'Hopper' }, roles: ['Support'] },
          },
        ],
      }),
    );
    await eventually('the question', () => selectIsIdentityAsked(harness.store.getState()));
    return { ...harness, email };
  }

  test('403 asks once to confirm identity, then continues: roles, details, mail', async () => {
    const { store, finished, email, sent } = await resend();
    await store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } }))).unwrap();
    expect(outcomes(await finished())).toEqual([[email, 'sent']]);
    expect(sent.at(-1)).toBe('SendEmail');
    const person = await (await logInAs(site, 'subadmin')).ok('Users.User', { userName: email });
    expect(person).toMatchObject({ lastName: 'Hopper', roles: ['Support'] });
  });

  test('declined: nothing is sent, and it can be tried again', async () => {
    const { store, finished, email } = await resend();
    store.dispatch(confirmIdentityCancelled());
    expect(outcomes(await finished())).toEqual([[email, 'failed']]);
    expect(await invitationsAndMails(email)).toEqual([1, 0]);
    store.dispatch(invitingRetried());
    await eventually('the question', () => selectIsIdentityAsked(store.getState()));
    await store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } }))).unwrap();
    expect(outcomes(await finished())).toEqual([[email, 'sent']]);
  });
});
