/** Organisation changes under faults: what the user sees, and that nothing is done twice. */
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { mfaRuleRequested } from '@store/organisations/acts.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { registerModule } from '@store/modules.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(organisationsModule);

const organisation = { publicId: 'an-id', organisationName: 'Somewhere', userCount: 12 };
const rule = (required = true, own = true) => mfaRuleRequested({ organisation, required, own, touched: 5 });
const done: Reply = { json: { required: true, toEnrol: 5 } };

function start(request: ReturnType<typeof rule | typeof approvalRequested>, put: Answer) {
  const wire = scripted((call, nth) =>
    call.url === '/api/Login/ConfirmIdentity'
      ? { json: { confirmed: true } }
      : call.method === 'PUT'
        ? put(call, nth)
        : { json: [] },
  );
  const { store, ...rest } = createStoreHarness({ transport: wire.transport });
  store.dispatch(request);
  return {
    ...rest,
    store,
    answer: async (confirmed: boolean) => {
      store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed }));
      await settle();
    },
    puts: () => wire.received.filter(({ method }) => method === 'PUT'),
    notices: () => selectNotices(store.getState()).map(({ message }) => ('phrase' in message ? message.phrase : message.text)),
    alert: () => selectAlert(store.getState()),
    question: () => selectQuestion(store.getState()),
    isIdentityAsked: () => selectIsIdentityAsked(store.getState()),
  };
}

test('declining the question does nothing', async () => {
  const { answer, puts, notices, question } = start(rule(), () => done);
  await answer(false);
  expect([puts(), notices(), question()]).toEqual([[], [], undefined]);
});

test.each([
  ['one’s own rule', rule(true, true), '/api/Organisations/MfaRequired/true', undefined],
  ['switching off one’s own rule', rule(false, true), '/api/Organisations/MfaRequired/false', undefined],
  ['the rule of another organisation', rule(true, false), '/api/Organisations/Update/an-id', { mfaRequired: true }],
  ['an approval', approvalRequested({ organisation, approved: true }), '/api/Organisations/Update/an-id', { approved: true }],
])('%s is one call, and one notice', async (_name, request, url, body) => {
  const { answer, puts, notices } = start(request, () => done);
  await answer(true);
  expect(puts()).toMatchObject([{ url }]);
  expect(puts()[0]?.body).toEqual(body);
  expect(notices()).toHaveLength(1);
});

test('double clicks do nothing twice: before the question, while it is open, and during the call', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  const harness = start(rule(), () => new Promise<Reply>((resolve) => (finish = resolve)));
  harness.store.dispatch(rule());
  await harness.answer(true);
  harness.store.dispatch(rule());
  finish(done);
  await settle();
  expect(harness.puts()).toHaveLength(1);
  expect(harness.notices()).toEqual(['organisations:require.done']);
  expect(harness.question()).toBeUndefined();
});

test('a pending call does not block another organisation', async () => {
  const harness = start(rule(), neverAnswers);
  await harness.answer(true);
  harness.store.dispatch(approvalRequested({ organisation: { ...organisation, publicId: 'another' }, approved: true }));
  await harness.answer(true);
  expect(harness.puts().map(({ url }) => url)).toEqual([
    '/api/Organisations/MfaRequired/true',
    '/api/Organisations/Update/another',
  ]);
});

test('step-up: asked once, then the call continues by itself', async () => {
  const harness = start(rule(), (_call, nth) => (nth === 1 ? problem(403, 'ConfirmIdentity') : done));
  await harness.answer(true);
  expect(harness.isIdentityAsked()).toBe(true);
  await harness.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: 'irrelevant' } })));
  await settle();
  expect(harness.isIdentityAsked()).toBe(false);
  expect(harness.puts()).toHaveLength(2);
  expect(harness.notices()).toEqual(['organisations:require.done']);
});

test('step-up declined: nothing happens and no error is shown', async () => {
  const harness = start(rule(), () => problem(403, 'ConfirmIdentity'));
  await harness.answer(true);
  harness.store.dispatch(confirmIdentityCancelled());
  await settle();
  expect([harness.puts().length, harness.notices(), harness.alert()]).toEqual([1, [], null]);
});

test.each([
  ['403', problem(403, 'Forbidden', 'You may not'), { text: 'You may not' }],
  ['409', problem(409, 'LastSystemAdministrator', 'Nobody would be left'), { text: 'Nobody would be left' }],
  ['500', problem(500, 'ServerError', 'Something broke'), { text: 'Something broke' }],
])('%s: shown once, not reported as done, and it can be tried again', async (_status, refusal, alert) => {
  let refused = true;
  const harness = start(rule(), () => (refused ? refusal : done));
  await harness.answer(true);
  expect([harness.alert(), harness.notices(), harness.puts().length]).toEqual([alert, [], 1]);
  refused = false;
  harness.store.dispatch(rule());
  await harness.answer(true);
  expect(harness.notices()).toEqual(['organisations:require.done']);
});

test('no response: the error is shown, and the call is not repeated', async () => {
  const harness = start(approvalRequested({ organisation, approved: false }), offline);
  await harness.answer(true);
  expect(harness.puts()).toHaveLength(1);
  expect(harness.alert()).toEqual({ phrase: 'common:error.network' });
  expect(harness.notices()).toEqual([]);
});

test('closing the store aborts the call', async () => {
  const harness = start(rule(), neverAnswers);
  await harness.answer(true);
  harness.store.close();
  await settle();
  expect(harness.puts()[0]?.signal.aborted).toBe(true);
});
