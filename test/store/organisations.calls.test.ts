/** The call that each act on an organisation makes. acts.faults tests acts under faults. */
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { mfaRuleRequested } from '@store/organisations/acts.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { registerModule } from '@store/modules.ts';
import { type Answer, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(organisationsModule);

const organisation = { publicId: 'an-id', organisationName: 'Somewhere', userCount: 12 };
const rule = (required = true, own = true) => mfaRuleRequested({ organisation, required, own, touched: 5 });
const done: Reply = { json: { required: true, toEnrol: 5 } };

function start(request: ReturnType<typeof rule | typeof approvalRequested>, put: Answer) {
  const wire = scripted((call, nth) => (call.method === 'PUT' ? put(call, nth) : { json: [] }));
  const { store } = createStoreHarness({ transport: wire.transport });
  store.dispatch(request);
  return {
    store,
    confirm: async () => {
      store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
      await settle();
    },
    puts: () => wire.received.filter(({ method }) => method === 'PUT'),
    notices: () => selectNotices(store.getState()),
  };
}

test.each([
  ['one’s own rule', rule(true, true), '/api/Organisations/MfaRequired/true', undefined],
  ['switching off one’s own rule', rule(false, true), '/api/Organisations/MfaRequired/false', undefined],
  ['the rule of another organisation', rule(true, false), '/api/Organisations/Update/an-id', { mfaRequired: true }],
  ['an approval', approvalRequested({ organisation, approved: true }), '/api/Organisations/Update/an-id', { approved: true }],
])('%s is one call, and one notice', async (_name, request, url, body) => {
  const { confirm, puts, notices } = start(request, () => done);
  await confirm();
  expect(puts()).toMatchObject([{ url }]);
  expect(puts()[0]?.body).toEqual(body);
  expect(notices()).toHaveLength(1);
});

test('a pending call does not block another organisation', async () => {
  const harness = start(rule(), neverAnswers);
  await harness.confirm();
  harness.store.dispatch(approvalRequested({ organisation: { ...organisation, publicId: 'another' }, approved: true }));
  await harness.confirm();
  expect(harness.puts().map(({ url }) => url)).toEqual([
    '/api/Organisations/MfaRequired/true',
    '/api/Organisations/Update/another',
  ]);
});
