/** Changing a user's roles and undoing it, on the real server and database. */
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { openStoreAs } from './storeWithServer.ts';
import { setRoles } from '../support/changeUser.ts';
import { userOf } from '../support/userFacts.ts';

registerModule(usersModule);
const site = useServer();

const rolesOf = async (userName: string): Promise<string[]> => (await userOf(site, userName, 'roles')).roles.toSorted();

async function openQuestion(roles: string[]) {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { store } = await openStoreAs(site, 'subadmin');
  store.dispatch(rolesRequested({ userName, roles }));
  const question = await eventually('the question', () => selectQuestion(store.getState()));
  const notices = () => selectNotices(store.getState());
  return {
    store,
    userName,
    question,
    notices,
    yes: () => store.dispatch(questionAnswered({ id: question.id, confirmed: true })),
    rows: () => selectChangedUsers(store.getState() as never).map(({ user }) => user.roles),
  };
}

test('the question names the roles added and removed, the row changes, and "Undo" reverts just that', async () => {
  const { store, userName, question, notices, yes, rows } = await openQuestion(['Support']);
  expect(question).toMatchObject({
    body: { phrase: 'users:roles.both', values: { userName, given: ['Support'], taken: ['Member'] } },
    danger: true,
  });
  yes();
  const done = await eventually('the notice', () => notices()[0]);
  expect(done).toMatchObject({ message: { phrase: 'users:roles.done' }, action: { label: { phrase: 'users:undo' } } });
  expect([await rolesOf(userName), rows()]).toEqual([['Support'], [['Support']]]);

  // Another administrator adds a role meanwhile.
  await setRoles(site, userName, ['Support', 'SubscriberAdministration']);
  store.dispatch(done.action?.dispatch ?? { type: 'nothing' });
  const undone = await eventually('the second notice', () => notices()[1]);
  expect(selectQuestion(store.getState())).toBeUndefined();
  expect(undone).not.toHaveProperty('action');
  expect(await rolesOf(userName)).toEqual(['Member', 'SubscriberAdministration']);
});

test('adding roles only is not marked as dangerous, and declining does nothing', async () => {
  const { store, userName, question, notices, rows } = await openQuestion(['Member', 'Support']);
  expect(question).toMatchObject({ body: { phrase: 'users:roles.given', values: { given: ['Support'] } }, danger: false });
  store.dispatch(questionAnswered({ id: question.id, confirmed: false }));
  expect([await rolesOf(userName), rows(), notices()]).toEqual([['Member'], [], []]);
});

test('one more role, given by a command that names it, needs no question', async () => {
  const { store } = await openStoreAs(site, 'subadmin');
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  store.dispatch(rolesRequested({ userName, give: 'Support', unasked: true }));
  await eventually('the notice', () => selectNotices(store.getState())[0]);
  expect(selectNotices(store.getState())).toMatchObject([
    { message: { phrase: 'users:roles.done' }, action: { label: { phrase: 'users:undo' } } },
  ]);
  expect(await rolesOf(userName)).toEqual(['Member', 'Support']);
});

test('if the roles are already as requested, a notice says so without a question', async () => {
  const { store } = await openStoreAs(site, 'subadmin');
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  store.dispatch(rolesRequested({ userName, roles: ['Member'] }));
  await eventually('the notice', () => selectNotices(store.getState())[0]);
  expect(selectNotices(store.getState())).toMatchObject([{ message: { phrase: 'users:roles.same' } }]);
  expect(selectQuestion(store.getState())).toBeUndefined();
});
