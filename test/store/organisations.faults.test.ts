/** Conversations about organisations when things go wrong on the way: what the person sees, and that nothing is done twice. */
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/approval.saga.ts';
import { mfaRuleRequested } from '@store/organisations/mfaRule.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { registerModule } from '@store/modules.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(organisationsModule);

const organisation = { publicId: 'an-id', organisationName: 'Somewhere', userCount: 12 };
const rule = (required = true, own = true) => mfaRuleRequested({ organisation, required, own, touched: 5 });
const done: Reply = { json: { required: true, toEnrol: 5 } };

function start(wish: ReturnType<typeof rule | typeof approvalRequested>, put: Answer) {
  const wire = scripted((call, nth) =>
    call.url === '/api/Login/ConfirmIdentity'
      ? { json: { confirmed: true } }
      : call.method === 'PUT'
        ? put(call, nth)
        : { json: [] },
  );
  const { store, ...rest } = createStoreHarness({ transport: wire.transport });
  store.dispatch(wish);
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

test('no is no', async () => {
  const { answer, puts, notices, question } = start(rule(), () => done);
  await answer(false);
  expect([puts(), notices(), question()]).toEqual([[], [], undefined]);
});

test.each([
  ['the own rule', rule(true, true), '/api/Organisations/MfaRequired/true', undefined],
  ['the own rule, ended', rule(false, true), '/api/Organisations/MfaRequired/false', undefined],
  ['the rule of another', rule(true, false), '/api/Organisations/Update/an-id', { mfaRequired: true }],
  ['an approval', approvalRequested({ organisation, approved: true }), '/api/Organisations/Update/an-id', { approved: true }],
])('%s is one call, and says no more than what was wished', async (_name, wish, url, body) => {
  const { answer, puts, notices } = start(wish, () => done);
  await answer(true);
  expect(puts()).toMatchObject([{ url }]);
  expect(puts()[0]?.body).toEqual(body);
  expect(notices()).toHaveLength(1);
});

test('double clicks do nothing twice, before the question, under it, and during the call', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  const world = start(rule(), () => new Promise<Reply>((resolve) => (finish = resolve)));
  world.store.dispatch(rule());
  await world.answer(true);
  world.store.dispatch(rule());
  finish(done);
  await settle();
  expect(world.puts()).toHaveLength(1);
  expect(world.notices()).toEqual(['organisations:require.done']);
  expect(world.question()).toBeUndefined();
});

test('another organisation is not held up', async () => {
  const world = start(rule(), neverAnswers);
  await world.answer(true);
  world.store.dispatch(approvalRequested({ organisation: { ...organisation, publicId: 'another' }, approved: true }));
  await world.answer(true);
  expect(world.puts().map(({ url }) => url)).toEqual([
    '/api/Organisations/MfaRequired/true',
    '/api/Organisations/Update/another',
  ]);
});

test('step-up: asked once, and it goes on by itself', async () => {
  const world = start(rule(), (_call, nth) => (nth === 1 ? problem(403, 'ConfirmIdentity') : done));
  await world.answer(true);
  expect(world.isIdentityAsked()).toBe(true);
  await world.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: 'irrelevant' } })));
  await settle();
  expect(world.isIdentityAsked()).toBe(false);
  expect(world.puts()).toHaveLength(2);
  expect(world.notices()).toEqual(['organisations:require.done']);
});

test('step-up declined: nothing happens and nothing is said', async () => {
  const world = start(rule(), () => problem(403, 'ConfirmIdentity'));
  await world.answer(true);
  world.store.dispatch(confirmIdentityCancelled());
  await settle();
  expect([world.puts().length, world.notices(), world.alert()]).toEqual([1, [], null]);
});

test.each([
  ['403', problem(403, 'Forbidden', 'You may not'), { text: 'You may not' }],
  ['409', problem(409, 'LastSystemAdministrator', 'Nobody would be left'), { text: 'Nobody would be left' }],
  ['500', problem(500, 'ServerError', 'Something broke'), { text: 'Something broke' }],
])('%s: told once, nothing is called done, and it can be tried again', async (_status, refusal, alert) => {
  let refused = true;
  const world = start(rule(), () => (refused ? refusal : done));
  await world.answer(true);
  expect([world.alert(), world.notices(), world.puts().length]).toEqual([alert, [], 1]);
  refused = false;
  world.store.dispatch(rule());
  await world.answer(true);
  expect(world.notices()).toEqual(['organisations:require.done']);
});

test('no answer: told, and never sent again by itself', async () => {
  const world = start(approvalRequested({ organisation, approved: false }), offline);
  await world.answer(true);
  expect(world.puts()).toHaveLength(1);
  expect(world.alert()).toEqual({ phrase: 'common:error.network' });
  expect(world.notices()).toEqual([]);
});

test('a closed store leaves no call behind', async () => {
  const world = start(rule(), neverAnswers);
  await world.answer(true);
  world.store.close();
  await settle();
  expect(world.puts()[0]?.signal.aborted).toBe(true);
});
