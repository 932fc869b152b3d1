/** A store in a page of the real server, and a person logged in to it. */
import { QueryStatus } from '@reduxjs/toolkit/query';
import { browserTransport } from '@api/client/browserTransport.ts';
import { loginApi } from '@api/client/login.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { DEMO_PASSWORD, type DemoUser } from '../support/as.ts';
import { eventually } from '../support/eventually.ts';
import { visit } from '../support/visit.ts';
import { createStoreHarness, type StoreHarness, type HarnessOptions } from './storeHarness.ts';

export const logIn = (userName: string, password: string = DEMO_PASSWORD) =>
  loginApi.endpoints.logIn.initiate(seal({ body: { userName, password } }));

/** Opens the page and asks the server who is there. */
export async function openStore(site: { readonly url: string }, options: HarnessOptions = {}): Promise<StoreHarness> {
  visit(site);
  const world = createStoreHarness({ transport: browserTransport(), ...options });
  await world.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { subscribe: false, forceRefetch: true }));
  return world;
}

export async function openStoreAs(
  site: { readonly url: string },
  userName: DemoUser,
  options: HarnessOptions = {},
): Promise<StoreHarness> {
  const world = await openStore(site, options);
  await world.store.dispatch(logIn(userName)).unwrap();
  await world.store.dispatch(selfApi.endpoints.fetchSelf.initiate()).unwrap();
  await waitUntilIdle(world);
  return world;
}

/** What a page asks by itself once it knows who is there must not meet what a test does next. */
export async function waitUntilIdle({ store }: Pick<StoreHarness, 'store'>): Promise<void> {
  await eventually('a page at rest', () =>
    Object.values(store.getState().api.queries).every((call) => call?.status !== QueryStatus.pending),
  );
}
