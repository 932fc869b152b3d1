/** Disabling a user and undoing it, on the real server and database. */
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { enableRequested } from '@store/users/acts.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { openStoreAs } from './storeWithServer.ts';
import { userOf } from '../support/userFacts.ts';

registerModule(usersModule);
const site = useServer();

const isEnabled = async (): Promise<boolean | undefined> => (await userOf(site, 'ordinary', 'enabled')).enabled;

test('the question warns, the notice offers "Undo", and undoing asks no question and offers no further undo', async () => {
  const { store } = await openStoreAs(site, 'subadmin');
  const notices = () => selectNotices(store.getState());
  const rows = () => selectChangedUsers(store.getState() as never).map(({ user }) => user.enabled);

  store.dispatch(enableRequested({ userName: 'ordinary', enabled: false }));
  const question = selectQuestion(store.getState());
  expect(question).toMatchObject({ danger: true, title: { phrase: 'actions:disable.title' } });
  store.dispatch(questionAnswered({ id: question?.id ?? '', confirmed: true }));
  const done = await eventually('the notice', () => notices()[0]);
  expect(done).toMatchObject({ message: { phrase: 'actions:disable.done' }, action: { label: { phrase: 'users:undo' } } });
  expect([await isEnabled(), rows()]).toEqual([false, [false]]);

  store.dispatch(done.action?.dispatch ?? { type: 'nothing' });
  expect(selectQuestion(store.getState())).toBeUndefined();
  const undone = await eventually('the second notice', () => notices()[1]);
  expect(undone).toMatchObject({ message: { phrase: 'actions:enable.done' } });
  expect(undone).not.toHaveProperty('action');
  expect([await isEnabled(), rows()]).toEqual([true, [false, true]]);
});
