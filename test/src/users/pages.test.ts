/** Pages of the users list, as they are read. */
import { baseApi } from '@api/client/baseApi.ts';
import { readPage } from '@src/features/users/list/pages.ts';
import { allUsersView } from '@src/features/users/view/usersView.ts';
import { clientStore } from '../../api/client/clientStore.ts';
import { neverAnswers, scripted } from '../../api/client/scriptedTransport.ts';

test('A page that is on its way when the session ends is given up, and is no error of the program', async () => {
  const { dispatch } = clientStore(scripted(neverAnswers).transport);
  const { done } = readPage(dispatch, allUsersView, 0);
  dispatch(baseApi.util.resetApiState());
  expect(await done).toEqual({ kind: 'givenUp' });
});

test('A page is read although the list that asked for it first has cancelled its request', async () => {
  const { transport } = scripted((call, nth) => (nth === 1 ? neverAnswers(call) : { json: { rows: [] } }));
  const { dispatch } = clientStore(transport);
  const left = readPage(dispatch, allUsersView, 0);
  left.cancel();
  const back = readPage(dispatch, allUsersView, 0);
  expect([await left.done, await back.done]).toEqual([{ kind: 'givenUp' }, { kind: 'read', page: { rows: [], total: 0 } }]);
});
