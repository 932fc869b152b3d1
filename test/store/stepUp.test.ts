/** Step-up ("Confirm it's you") on the real server: the call waits and then continues by itself. */
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { rolesApi } from '@api/client/roles.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { openStoreAs } from './storeWithServer.ts';
import { authenticatedAgo } from '../support/sessions.ts';

const site = useServer();

const confirm = (password: string) => recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password } }));
const giveRoles = (...roles: string[]) => rolesApi.endpoints.setRolesOfUser.initiate({ userName: 'ordinary', body: { roles } });

/** The user logged in two hours ago and has just changed a colleague's roles. */
async function callWithStepUp(...roles: string[]) {
  const { store } = await openStoreAs(site, 'subadmin');
  await authenticatedAgo(site, '2 hours');
  const call = store.dispatch(giveRoles(...roles));
  await eventually('the question', () => selectIsIdentityAsked(store.getState()));
  return { store, call, isAsked: () => selectIsIdentityAsked(store.getState()) };
}

test('a wrong password asks again, the right one lets the call continue', async () => {
  const { store, call, isAsked } = await callWithStepUp('Member', 'Support');
  const wrong = await store.dispatch(confirm('wrong'));
  expect(wrong.error).toMatchObject({ kind: 'problem', status: 400 });
  expect(isAsked()).toBe(true);
  await store.dispatch(confirm(DEMO_PASSWORD));
  expect(await call).toEqual({ data: expect.arrayContaining(['Member', 'Support']) as string[] });
  expect(isAsked()).toBe(false);
  expect(selectAlert(store.getState())).toBeNull();
});

test('declining leaves everything as it was', async () => {
  const { store, call, isAsked } = await callWithStepUp('Member');
  store.dispatch(confirmIdentityCancelled());
  expect(await call).toMatchObject({ error: { body: { code: 'ConfirmIdentity' } } });
  expect(isAsked()).toBe(false);
  const roles = await store.dispatch(rolesApi.endpoints.fetchRolesOfUser.initiate({ userName: 'ordinary' }));
  expect(roles.data).toContain('Support');
});
