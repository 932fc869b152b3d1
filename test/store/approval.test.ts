/** Requests that need another administrator: the reason is asked for in one place, and the same request continues with it. */
import { rolesApi } from '@api/client/roles.api.ts';
import { seal } from '@api/client/secrets.ts';
import { usersApi } from '@api/client/users.api.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { registerModule } from '@store/modules.ts';
import { resetRequested } from '@store/users/acts.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { type Answer, offline, problem, scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(usersModule);

const WHY = 'Say why: another administrator has to approve this.';
const ASKED = 'Asked. This needs two administrators.';
const needsReason: Answer = ({ url }) =>
  url.includes('reason=') ? problem(409, 'ApprovalNeeded', ASKED) : problem(400, 'ReasonRequired', WHY);

function open(answer: Answer = needsReason) {
  const wire = scripted((call, nth) => (call.method === 'GET' ? { json: { userName: 'ada' } } : answer(call, nth)));
  const { store } = createStoreHarness({ transport: wire.transport });
  return {
    store,
    sent: () => wire.received.filter(({ method }) => method !== 'GET'),
    question: () => selectQuestion(store.getState()),
    answer: async (given: { confirmed: boolean; reason?: string }) => {
      store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', ...given }));
      await settle();
    },
    messages: () => selectNotices(store.getState()).map(({ message }) => message),
  };
}

const setRoles = rolesApi.endpoints.setRolesOfUser.initiate({ userName: 'ada', body: { roles: ['Member'] } });

test('a request is repeated with the reason, and a notice says that it was asked for', async () => {
  const { store, sent, question, answer, messages } = open();
  const request = store.dispatch(setRoles);
  await settle();
  expect(question()).toMatchObject({ title: { phrase: 'session:approvals.ask' }, body: { text: WHY }, reason: 'required' });
  await answer({ confirmed: true, reason: 'Left & gone' });
  expect(await request).toMatchObject({ error: { body: { code: 'ApprovalNeeded' } } });
  expect(sent().map(({ url, body }) => [url, body])).toEqual([
    ['/api/Roles/User/ada', { roles: ['Member'] }],
    ['/api/Roles/User/ada?reason=Left+%26+gone', { roles: ['Member'] }],
  ]);
  expect([messages(), selectAlert(store.getState())]).toEqual([[{ text: ASKED }], null]);
});

test('so is a request whose arguments are kept out of the store', async () => {
  const { store, sent, answer } = open();
  const person = { userName: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'M', organisationPublicId: 'o1' };
  const body = { ...person, password: 'Secret-1', roles: [] };
  const request = store.dispatch(usersApi.endpoints.createUser.initiate(seal({ body })));
  await settle();
  await answer({ confirmed: true, reason: 'A second one' });
  expect(await request).toMatchObject({ error: { body: { code: 'ApprovalNeeded' } } });
  expect(sent().map((call) => call.body)).toEqual([body, body]);
});

test('declined, it fails with what the server said, and nothing is asked for', async () => {
  const { store, sent, answer, messages } = open();
  const request = store.dispatch(setRoles);
  await settle();
  await answer({ confirmed: false });
  expect(await request).toMatchObject({ error: { body: { code: 'ReasonRequired' } } });
  expect([sent().length, messages()]).toEqual([1, []]);
});

test('each request is asked for on its own, one after the other', async () => {
  const { store, sent, answer } = open();
  void store.dispatch(setRoles);
  void store.dispatch(rolesApi.endpoints.setRolesOfUser.initiate({ userName: 'bob', body: { roles: [] } }));
  await settle();
  await answer({ confirmed: true, reason: 'one' });
  await answer({ confirmed: true, reason: 'two' });
  expect(
    sent()
      .map(({ url }) => url)
      .slice(2),
  ).toEqual(['/api/Roles/User/ada?reason=one', '/api/Roles/User/bob?reason=two']);
});

test('the question closes with the aborted request', async () => {
  const { store, sent, question } = open();
  const request = store.dispatch(setRoles);
  await settle();
  request.abort();
  await settle();
  expect([question(), sent().length]).toEqual([undefined, 1]);
});

test('an act that gets no answer after its reason is tried again with it', async () => {
  let isLost = true;
  const { store, sent, question, answer, messages } = open((call, nth) =>
    call.url.includes('reason=') && isLost ? offline() : needsReason(call, nth),
  );
  store.dispatch(resetRequested({ userName: 'ada', what: 'mfa', hasMfa: true }));
  await answer({ confirmed: true });
  await answer({ confirmed: true, reason: 'Lost phone' });
  expect(messages()).toEqual([{ phrase: 'users:unanswered', values: { userName: 'ada' } }]);
  isLost = false;
  store.dispatch(selectNotices(store.getState())[0]!.action!.dispatch!);
  await settle();
  expect(question()).toBeUndefined();
  expect(messages()[1]).toEqual({ text: ASKED });
  const [first, ...others] = sent().map(({ url, headers }) => [url, headers['Idempotency-Key']]);
  expect(others).toEqual([
    [`${first?.[0] ?? ''}&reason=Lost+phone`, first?.[1]],
    [`${first?.[0] ?? ''}&reason=Lost+phone`, first?.[1]],
  ]);
});
