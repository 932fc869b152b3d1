/** The worked example on the real server and database: an administrator unlocks a user; and questions and undo of enabling and disabling. */
import { sessionAbandoned } from '@api/client/sessionEvents.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { enableRequested, unlockRequested } from '@store/users/acts.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { StoreHarness } from './storeHarness.ts';
import { disable, enable } from '../support/changeUser.ts';
import { userOf } from '../support/userFacts.ts';

registerModule(usersModule);
const site = useServer();

const rows = ({ store }: StoreHarness) => selectChangedUsers(store.getState() as never).map(({ user }) => user);

test('a refusal shows the server’s message, and nothing changes', async () => {
  const harness = await openStoreAs(site, 'subadmin');
  harness.store.dispatch(unlockRequested({ userName: 'subadmin' }));
  await eventually('the alert', () => selectAlert(harness.store.getState()) !== null);
  expect(selectAlert(harness.store.getState())).toEqual({ text: expect.stringMatching(/own account/i) as string });
  expect(rows(harness)).toEqual([]);
  expect(selectNotices(harness.store.getState())).toEqual([]);
});

test('a question is closed with the session: nothing is done, and it can be asked again after the next login', async () => {
  const { store } = await openStoreAs(site, 'subadmin');
  const disable = enableRequested({ userName: 'ordinary', enabled: false });
  store.dispatch(disable);
  const id = selectQuestion(store.getState())?.id;
  expect(id).toBeDefined();
  store.dispatch(sessionAbandoned());
  expect(selectQuestion(store.getState())).toBeUndefined();
  store.dispatch(questionAnswered({ id: id ?? '', confirmed: true }));
  store.dispatch(disable);
  const next = selectQuestion(store.getState());
  expect(next && next.id !== id).toBe(true);
  store.dispatch(questionAnswered({ id: next?.id ?? '', confirmed: false }));
  expect(await userOf(site, 'ordinary', 'enabled')).toEqual({ enabled: true });
});

test('enabling asks nothing, and Undo disables again', async () => {
  await disable(site, 'ordinary');
  const harness = await openStoreAs(site, 'subadmin');
  const { store } = harness;
  store.dispatch(enableRequested({ userName: 'ordinary', enabled: true }));
  const { message, action } = await eventually('the notice', () => selectNotices(store.getState())[0]);
  expect(message).toMatchObject({ phrase: 'actions:enable.done' });
  store.dispatch(action?.dispatch ?? { type: 'nothing' });
  await eventually('the second notice', () => selectNotices(store.getState())[1]);
  expect(rows(harness)).toMatchObject([{ enabled: true }, { enabled: false }]);
  await enable(site, 'ordinary');
});
