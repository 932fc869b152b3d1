/** A store connected to the real server, with or without a session. */
import { QueryStatus } from '@reduxjs/toolkit/query';
import { browserTransport } from '@api/client/browserTransport.ts';
import { loginApi } from '@api/client/login.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { DEMO_PASSWORD, type DemoUser } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { visit } from '../support/visit.ts';
import { createStoreHarness, type StoreHarness, type HarnessOptions } from './storeHarness.ts';

export const logIn = (userName: string, password: string = DEMO_PASSWORD) =>
  loginApi.endpoints.logIn.initiate(seal({ body: { userName, password } }));

/** Creates a store and runs the session check. */
export async function openStore(site: { readonly url: string }, options: HarnessOptions = {}): Promise<StoreHarness> {
  visit(site);
  const harness = createStoreHarness({ transport: browserTransport(), ...options });
  await harness.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { subscribe: false, forceRefetch: true }));
  return harness;
}

export async function openStoreAs(
  site: { readonly url: string },
  userName: DemoUser,
  options: HarnessOptions = {},
): Promise<StoreHarness> {
  const harness = await openStore(site, options);
  await harness.store.dispatch(logIn(userName)).unwrap();
  await harness.store.dispatch(selfApi.endpoints.fetchSelf.initiate()).unwrap();
  await waitUntilIdle(harness);
  return harness;
}

/** Waits for the requests that the store sends by itself after login. */
export async function waitUntilIdle({ store }: Pick<StoreHarness, 'store'>): Promise<void> {
  await eventually('a page at rest', () =>
    Object.values(store.getState().api.queries).every((call) => call?.status !== QueryStatus.pending),
  );
}
