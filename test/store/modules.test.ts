/** Store modules: registered late, isolated from each other's failures, and stopped with their store. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import { registerModule } from '@store/modules.ts';
import { put, type Saga, take } from '@store/saga/effects.ts';
import { takeLeadingByKey } from '@store/saga/takeLeadingByKey.ts';
import { scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

function createHarness() {
  const harness = createStoreHarness({ transport: scripted(() => ({ json: {} })).transport });
  // Modules stay registered, even those of the other tests.
  return { ...harness, reportsOf: (where: string) => harness.reports.filter((report) => report.where === where) };
}

test('a module registered late has its state and receives actions, in every store', async () => {
  const slice = createSlice({
    name: 'late',
    initialState: { heard: 0 },
    reducers: { heard: (state) => ({ heard: state.heard + 1 }) },
    selectors: { selectHeard: ({ heard }) => heard },
  });
  const called = createAction('late/called');
  function* saga(): Saga {
    for (;;) {
      yield* take(called.match);
      yield* put(slice.actions.heard());
    }
  }
  const before = createHarness();
  const module = { slices: [slice], sagas: { late: saga } };
  registerModule(module);
  registerModule(module);
  const after = createHarness();
  for (const { store } of [before, after]) {
    const heard = () => slice.selectors.selectHeard(store.getState() as never);
    expect(heard()).toBe(0);
    store.dispatch(called());
    await settle();
    expect(heard()).toBe(1);
    store.close();
    store.dispatch(called());
    await settle();
    expect(heard()).toBe(1);
  }
});

test('a saga that fails is reported and restarted, and stops no other', async () => {
  const asked = createAction('frail/asked');
  const answered = jest.fn();
  let failures = 1;
  function* frail(): Saga {
    for (;;) {
      yield* take(asked.match);
      if (failures > 0) {
        failures -= 1;
        throw new Error('frail');
      }
      answered('frail');
    }
  }
  function* sturdy(): Saga {
    for (;;) {
      yield* take(asked.match);
      answered('sturdy');
    }
  }
  registerModule({ sagas: { frail, sturdy } });
  const { store, reportsOf } = createHarness();
  store.dispatch(asked());
  await settle();
  expect(reportsOf('frail')).toEqual([{ error: new Error('frail'), where: 'frail' }]);
  store.dispatch(asked());
  await settle();
  expect(answered.mock.calls.flat()).toEqual(['sturdy', 'frail', 'sturdy']);
});

test('a saga that always fails is not restarted forever', async () => {
  const started = jest.fn();

  function* hopeless(): Saga {
    started();
    throw new Error('hopeless');
  }
  registerModule({ sagas: { hopeless } });
  const { reportsOf } = createHarness();
  await settle();
  expect(started.mock.calls.length).toBeLessThanOrEqual(10);
  expect(reportsOf('hopeless')).toHaveLength(started.mock.calls.length);
});

test('one task of takeLeadingByKey that fails leaves the others running', async () => {
  const greeted = createAction<string>('greet/greeted');
  const done = createAction('greet/done');
  const finished = jest.fn();
  function* greet(name: string): Saga {
    if (name === 'nobody') throw new Error('Whom?');
    yield* take(done.match);
    finished(name);
  }
  registerModule({ sagas: { greet: () => takeLeadingByKey(greeted, (name) => name, greet) } });
  const { store, reportsOf } = createHarness();
  for (const name of ['Anna', 'Anna', 'nobody', 'Ben']) store.dispatch(greeted(name));
  await settle();
  expect(reportsOf(greeted.type)).toEqual([{ error: new Error('Whom?'), where: 'greet/greeted' }]);
  store.dispatch(done());
  await settle();
  // Anna was greeted twice and got one task; the failure stopped no other.
  expect(finished.mock.calls.flat()).toEqual(['Anna', 'Ben']);
  store.dispatch(greeted('Anna'));
  store.dispatch(done());
  await settle();
  expect(finished.mock.calls.flat()).toEqual(['Anna', 'Ben', 'Anna']);
});
