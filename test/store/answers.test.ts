/**
 * What an answer means, for every kind of caller: a body's message or text is shown as it is, anything else from 400 on is an unknown
 * error, and lost is only what did not arrive or cannot be read as a success (SPEC.md point 8).
 */
import { FORM_ERROR } from 'final-form';
import type { TFunction } from 'i18next';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { downloadAuditReport } from '@api/client/audit.api.ts';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { inviteApi } from '@api/client/invite.api.ts';
import { loginApi } from '@api/client/login.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selfRead } from '@api/client/sessionEvents.ts';
import { supportApi } from '@api/client/support.api.ts';
import { actionsApi } from '@api/client/actions.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { registerModule } from '@store/modules.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import type { Message } from '@store/notices/message.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { enableRequested, ownershipRequested, requested, resetRequested, unlockRequested } from '@store/users/acts.saga.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { bulkConfirmed, bulkRequested, bulkUndoRequested, operationFound, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { rowsSelected } from '@store/users/bulk/selection.slice.ts';
import { importModule } from '@store/imports/import.module.ts';
import { importCheckRequested, importFileRead, selectImport } from '@store/imports/import.slice.ts';
import { invitingModule } from '@store/users/inviting.module.ts';
import { invitingRequested, selectInviting } from '@store/users/inviting.slice.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { submitErrors } from '@src/forms/submission.ts';
import { offline, type Received, type Reply, scripted } from '../api/client/scriptedTransport.ts';
import { scaled } from '../support/scale.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

for (const module of [usersModule, organisationsModule, bulkModule, importModule, invitingModule]) registerModule(module);

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const json = { 'Content-Type': 'application/json' };
const plain = { 'Content-Type': 'text/plain' };

/** `says`: what is shown; absent: that the error is unknown. */
const shapes: readonly { readonly body: string; readonly reply: Omit<Reply, 'status'>; readonly says?: string }[] = [
  { body: 'a plain text', reply: { text: 'Blocked by policy 17', headers: plain }, says: 'Blocked by policy 17' },
  { body: 'only a message', reply: { json: { message: 'Only message' }, headers: json }, says: 'Only message' },
  { body: 'a JSON string', reply: { json: 'Just words', headers: json }, says: 'Just words' },
  { body: 'a page of HTML', reply: { text: '<!doctype html><h1>nginx</h1>', headers: html } },
  { body: 'nothing', reply: { text: '' } },
  { body: 'a message with other fields', reply: { json: { message: 'Quota used up', error: 'E42' } }, says: 'Quota used up' },
  { body: 'a text without a type', reply: { text: 'upstream said no' }, says: 'upstream said no' },
  { body: 'plain words declared as HTML', reply: { text: 'No. Come back later', headers: html }, says: 'No. Come back later' },
  {
    body: 'several lines, with an umlaut',
    reply: { text: 'Gesperrt für heute.\nMorgen wieder.', headers: plain },
    says: 'Gesperrt für heute.\nMorgen wieder.',
  },
  {
    body: 'a text with a comparison',
    reply: { text: 'size < 5 MB && type > 2', headers: plain },
    says: 'size < 5 MB && type > 2',
  },
  { body: 'markup of a part', reply: { text: ' <center>403 Forbidden</center>', headers: html } },
  { body: 'markup after words, declared as HTML', reply: { text: 'Sorry. <a href="/x">Go on</a>', headers: html } },
  {
    body: 'XML of a gateway',
    reply: { text: '<Error><Code>SlowDown</Code></Error>', headers: { 'Content-Type': 'application/xml' } },
  },
  { body: 'a blank text', reply: { text: ' \n ', headers: plain } },
  { body: 'a blank JSON string', reply: { json: '', headers: json } },
  { body: 'a blank message', reply: { json: { message: '  ', code: 'Forbidden' }, headers: json } },
  { body: 'a message that is no text', reply: { json: { message: { en: 'x' } }, headers: json } },
  { body: 'another field', reply: { json: { detail: 'x', title: 'y' }, headers: json } },
  { body: 'a list of messages', reply: { json: [{ message: 'x' }], headers: json } },
  { body: 'null', reply: { json: null, headers: json } },
  { body: 'a number', reply: { json: 17, headers: json } },
  { body: 'JSON that was cut off', reply: { text: '{"message":"Cut o', headers: json } },
];

const STATUSES = [400, 403, 404, 409, 418, 429, 500, 502, 503] as const;

/** Some of them for each shape, so that each status meets many shapes. */
const statusesOf = (reply: object): readonly number[] => {
  const first = shapes.findIndex((shape) => shape.reply === reply) * 2;
  return STATUSES.map((_status, step) => STATUSES[(first + step) % STATUSES.length] ?? 400).slice(0, scaled(2, STATUSES.length));
};

const unknown: Message = { phrase: 'common:error.unknown' };
const network: Message = { phrase: 'common:error.network' };
const unanswered: Message = { phrase: 'users:unanswered', values: { userName: 'someone' } };

type Harness = ReturnType<typeof createStoreHarness>;

interface Caller {
  readonly who: string;
  /** The call that gets the answer; all others are answered well. */
  readonly path: RegExp;
  /** Starts it; may resolve to what is shown in place. */
  readonly act: (harness: Harness) => unknown;
  readonly shown?: (harness: Harness) => Message | undefined;
  readonly lost?: Message;
}

/** A form's message: phrases are shown by their keys here. */
const asForm = (error: unknown): Message | undefined => {
  if (!isClientProblem(error)) return undefined;
  const key = submitErrors(error, [], ((phrase: string) => `phrase ${phrase}`) as unknown as TFunction)[FORM_ERROR]?.message;
  if (key === undefined) return undefined;
  return key.startsWith('phrase ') ? ({ phrase: key.slice('phrase '.length) } as Message) : { text: key };
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- thunks of different endpoints share only their result
type Thunk<Result> = ThunkAction<Result, any, any, UnknownAction>;

const started =
  (thunk: () => Thunk<unknown>) =>
  ({ store }: Harness): void => {
    store.dispatch(thunk());
  };

const form =
  (thunk: () => Thunk<PromiseLike<{ error?: unknown }>>) =>
  async ({ store }: Harness): Promise<Message | undefined> =>
    asForm((await store.dispatch(thunk())).error);

const intent =
  (action: UnknownAction) =>
  ({ store }: Harness): void => {
    store.dispatch(action);
    const question = selectQuestion(store.getState());
    if (question) store.dispatch(questionAnswered({ id: question.id, confirmed: true }));
  };

const someone = { userName: 'someone' };
const organisation = { publicId: 'p1', organisationName: 'Acme' };
const person = { userId: 'u2', ...someone, enabled: true, roles: [], organisation, inviteState: null, lockedUntil: null };
const columns = {
  userName: 0,
  email: 1,
  firstName: 2,
  lastName: 3,
  title: -1,
  organisationPublicId: -1,
  roles: -1,
  enabled: -1,
  externalId: -1,
};
const operation = { operationId: 'o1', kind: 'disable', state: 'done', counts: { total: 1, done: 1, failed: 0, skipped: 0 } };

const callers: readonly Caller[] = [
  {
    who: 'a list',
    path: /Counts/,
    act: started(() => usersApi.endpoints.fetchUserCounts.initiate({}, { forceRefetch: true })),
  },
  {
    who: 'a change',
    path: /Sessions/,
    act: started(() => actionsApi.endpoints.endSessions.initiate(someone)),
  },
  { who: 'unlock', path: /Unlock/, act: intent(unlockRequested(someone)), lost: unanswered },
  { who: 'enable', path: /Enable/, act: intent(enableRequested({ ...someone, enabled: true })), lost: unanswered },
  { who: 'disable', path: /Enable/, act: intent(enableRequested({ ...someone, enabled: false })), lost: unanswered },
  {
    who: 'a reset',
    path: /Reset/,
    act: intent(resetRequested({ ...someone, what: 'password', hasMfa: false })),
    lost: unanswered,
  },
  { who: 'take ownership', path: /TakeOwnership/, act: intent(ownershipRequested(someone)), lost: unanswered },
  {
    who: 'resend an invite',
    path: /Resend/,
    act: intent(requested.resendInvite({ userId: 'u2', ...someone })),
    lost: unanswered,
  },
  {
    who: 'a role change',
    path: /POST .*Roles\/User/,
    act: async (harness) => {
      harness.store.dispatch(rolesRequested({ ...someone, give: 'Support', unasked: true }));
      await settle();
    },
    lost: unanswered,
  },
  {
    who: 'an act on an organisation',
    path: /Organisations\/Update/,
    act: intent(approvalRequested({ organisation: { publicId: 'p1', organisationName: 'Acme', userCount: 1 }, approved: true })),
  },
  {
    who: 'the start of an operation on many users',
    path: /POST .*Operations$/,
    act: async ({ store }) => {
      store.dispatch(bulkRequested({ kind: 'disable' }));
      await settle();
      store.dispatch(bulkConfirmed());
    },
    shown: ({ store }) => {
      const bulk = selectBulk(store.getState() as never);
      return bulk.kind === 'preview' && bulk.problem && !bulk.confirmed ? problemMessage(bulk.problem) : undefined;
    },
  },
  {
    who: 'the undo of an operation on many users',
    path: /Undo/,
    act: async ({ store }) => {
      store.dispatch(operationFound(operation as never));
      await settle();
      store.dispatch(bulkUndoRequested());
    },
  },
  {
    who: 'an import',
    path: /PUT .*Sync/,
    act: ({ store }) => {
      const rows = [{ line: 2, cells: ['one', 'one@example.org', 'One', 'Person'] }];
      store.dispatch(importFileRead({ name: 'x.csv', encoding: 'utf-8', heads: ['a', 'b', 'c', 'd'], rows }));
      store.dispatch(importCheckRequested({ source: 'hr', columns, organisation: 'an-id', organisations: [] }));
    },
    shown: ({ store }) => {
      const state = selectImport(store.getState() as never);
      return 'problem' in state && state.problem ? problemMessage(state.problem) : undefined;
    },
  },
  {
    who: 'an invitation',
    path: /Invite\/CreateUser/,
    act: ({ store }) => {
      const people = [{ email: 'a@example.com', firstName: 'A', lastName: 'B' }];
      store.dispatch(invitingRequested({ about: null, invitation: { roles: [] }, people }));
    },
    shown: ({ store }) => {
      const inviting = selectInviting(store.getState() as never);
      const outcome = inviting.kind === 'finished' ? inviting.people[0]?.outcome : undefined;
      return outcome?.kind === 'failed' ? outcome.why : undefined;
    },
  },
  {
    who: 'a download',
    path: /AuditReport/,
    act: started(() => downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv' })),
  },
  {
    who: 'a download with its own place for problems',
    path: /AuditReport/,
    act: async ({ store }) => {
      const saved = await store.dispatch(
        downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv', problemsShownBy: 'caller' }),
      );
      return saved.ok ? undefined : problemMessage(saved.problem);
    },
  },
  {
    who: 'an upload',
    path: /CreateTicket/,
    act: form(() => {
      const body = { Email: 'a@example.com', IssueDescription: 'x', Urgency: 'Normal' } as const;
      const ticket = { body, attachments: [], idempotencyKey: 'k', onUploadProgress: () => undefined };
      return supportApi.endpoints.createTicket.initiate(seal(ticket));
    }),
  },
  {
    who: 'the login',
    path: /POST .*Login\/Login/,
    act: form(() => loginApi.endpoints.logIn.initiate(seal({ body: { userName: 'a', password: 'b' } }))),
  },
  {
    who: 'a forgotten password',
    path: /ForgotPassword/,
    act: form(() => recoveryApi.endpoints.sendResetLink.initiate({ body: { userNameOrEmail: 'a' } })),
  },
  {
    who: 'a received invitation',
    path: /ReceiveInvite/,
    act: form(() => inviteApi.endpoints.receiveInvite.initiate(seal({ body: { userId: 'u', token: 't' } }))),
  },
  {
    who: 'a form of an administrator',
    path: /PATCH .*User/,
    act: form(() => usersApi.endpoints.patchUser.initiate({ ...someone, body: { version: 1, firstName: 'x' } })),
  },
];

const isOf = ({ method, url }: Received, { path }: Caller): boolean => path.test(`${method} ${url.split('?')[0] ?? ''}`);

/** Everything that is shown once the caller has got the answer; each message once for each place. */
async function shownTo(caller: Caller, answer: () => Reply): Promise<readonly Message[]> {
  const wire = scripted((call) => {
    if (isOf(call, caller)) return answer();
    if (call.url.includes('Roles/User')) return { json: ['Member'] };
    if (call.url.includes('/Operations/')) return { json: operation };
    return { json: person };
  });
  const harness = createStoreHarness({ transport: wire.transport });
  const { store } = harness;
  const self = {
    userId: 'u1',
    userName: 'admin',
    firstName: 'Ada',
    lastName: 'M',
    roles: ['SystemAdministration'],
    organisation,
  } as never;
  store.dispatch(selfRead({ self, endsAt: Date.now() + 1e7 }));
  store.dispatch(rowsSelected({ rows: [person as never], ticked: true }));
  const inPlace = (await caller.act(harness)) as Message | undefined;
  const alert = () => selectAlert(store.getState());
  const all = (): Message[] => [
    ...[alert()].flatMap((message) => message ?? []),
    ...selectNotices(store.getState()).map(({ message }) => message),
    ...[inPlace ?? caller.shown?.(harness)].flatMap((message) => message ?? []),
  ];
  for (let turn = 0; turn < 100 && all().length === 0; turn += 1) await settle();
  for (let turn = 0; turn < 3; turn += 1) await settle();
  const messages = all();
  store.close();
  return messages;
}

describe.each(callers.map((caller) => [caller.who, caller] as const))('%s', (_who, caller) => {
  test.each(shapes.map((shape) => [shape.body, shape] as const))(
    'answered with %s from 400 on',
    async (_body, { reply, says }) => {
      const expected: Message = says === undefined ? unknown : { text: says };
      for (const status of statusesOf(reply))
        expect([status, await shownTo(caller, () => ({ ...reply, status }))]).toEqual([status, [expected]]);
    },
  );

  test.each(shapes.map((shape) => [shape.body, shape] as const))('answered with %s and 504', async (_body, { reply, says }) => {
    const expected: Message = says === undefined ? (caller.lost ?? { phrase: 'common:error.timeout' }) : { text: says };
    expect(await shownTo(caller, () => ({ ...reply, status: 504 }))).toEqual([expected]);
  });

  test('not answered, or by a page that claims success: the connection was lost', async () => {
    expect(await shownTo(caller, offline)).toEqual([caller.lost ?? network]);
    const page = { text: '<!doctype html><h1>Welcome to our guests</h1>', headers: html };
    expect(await shownTo(caller, () => page)).toEqual([caller.lost ?? network]);
  });
});
