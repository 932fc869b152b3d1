/** Sagas that outlive their failures: each is reported, and ends nothing but itself. */
import { call } from 'redux-saga/effects';
import { fork, ports, type Saga } from './effects.ts';

/** Failures after which a room stays closed, so that one which fails at once does not fail forever. */
const MAX_RESTARTS = 10;

/** Runs `saga`; a failure is reported and swallowed. */
export function* guarded<Args extends unknown[]>(where: string, saga: (...args: Args) => Saga, ...args: Args): Saga<boolean> {
  try {
    yield call(saga, ...args);
    return true;
  } catch (error) {
    (yield* ports()).report(error, where);
    return false;
  }
}

/** Never fails, so that whoever forks it does not either. */
function* kept(where: string, saga: () => Saga): Saga {
  for (let failures = 0; failures < MAX_RESTARTS; failures += 1) if (yield* guarded(where, saga)) return;
}

/** Starts every room apart from the others; one that fails is reported and begins again. */
export function* keepAlive(sagas: Readonly<Record<string, () => Saga>>): Saga {
  for (const [name, saga] of Object.entries(sagas)) yield* fork(kept, name, saga);
}
