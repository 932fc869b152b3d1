/** Typed redux-saga effects: `const action = yield* take(unlockRequested.match)`. Values of a race are sagas of this kind too. */
import { nanoid } from '@reduxjs/toolkit';
import type { Action, Dispatch } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import * as raw from 'redux-saga/effects';
import type { Ports } from './ports.ts';

/** A generator run by the saga middleware, or by `yield*` from another one. */
export type Saga<Result = void> = Generator<unknown, Result, unknown>;

export interface SagaContext {
  readonly ports: Ports;
  readonly dispatch: Dispatch;
}

export function* take<A extends Action>(match: (action: Action) => action is A): Saga<A> {
  return (yield raw.take(match as (action: Action) => boolean)) as A;
}

export function* put(action: Action): Saga {
  yield raw.put(action);
}

/** Selectors are typed on their slice's own key, so any state with that key fits. */
export function* select<Result>(selector: (state: never) => Result): Saga<Result> {
  return (yield raw.select(selector as (state: unknown) => Result)) as Result;
}

/** Attached fork: runs concurrently and is cancelled with its parent. */
export function* fork<Args extends unknown[]>(saga: (...args: Args) => Saga, ...args: Args): Saga<Task> {
  return (yield raw.fork(saga, ...args)) as Task;
}

type Results<Sagas extends Record<string, Saga<unknown>>> = {
  [Name in keyof Sagas]?: Sagas[Name] extends Saga<infer Result> ? Result : never;
};

/** The first to finish wins, the others are cancelled. A winner without a result is `true`. */
export function* race<Sagas extends Record<string, Saga<unknown>>>(sagas: Sagas): Saga<Results<Sagas>> {
  return (yield raw.race(sagas as Record<string, never>)) as Results<Sagas>;
}

/** Maximum of `setTimeout`; longer delays fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Any duration; returns true, so that a race shows that it won. */
export function* delay(ms: number): Saga<true> {
  for (let left = ms; left > 0; left -= MAX_TIMER_MS) yield raw.delay(Math.min(left, MAX_TIMER_MS));
  return true;
}

/** Runs `saga` as a task of its own, so that what it yields while cleaning up does not keep a cancelled caller going. */
export function* call<Args extends unknown[], Result>(saga: (...args: Args) => Saga<Result>, ...args: Args): Saga<Result> {
  return (yield raw.call(saga, ...args)) as Result;
}

export function* context<Name extends keyof SagaContext>(name: Name): Saga<SagaContext[Name]> {
  return (yield raw.getContext(name)) as SagaContext[Name];
}

export function* ports(): Saga<Ports> {
  return yield* context('ports');
}

/** Id of a question or notice. */
export const newId = (): string => nanoid(8);
