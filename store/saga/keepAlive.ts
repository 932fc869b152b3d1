/** Sagas that restart after a failure: each failure is reported and affects only its own saga. */
import { call } from 'redux-saga/effects';
import { fork, ports, type Saga } from './effects.ts';

/** After this many failures a saga stays stopped, so that one that fails at once does not loop forever. */
const MAX_RESTARTS = 10;

/** Runs `saga`; an error is reported and swallowed. @returns false after an error */
export function* guarded<Args extends unknown[]>(where: string, saga: (...args: Args) => Saga, ...args: Args): Saga<boolean> {
  try {
    yield call(saga, ...args);
    return true;
  } catch (error) {
    (yield* ports()).report(error, where);
    return false;
  }
}

/** Never throws, so that its parent is not aborted. */
function* withRestarts(where: string, saga: () => Saga): Saga {
  for (let failures = 0; failures < MAX_RESTARTS; failures += 1) if (yield* guarded(where, saga)) return;
}

/** Starts each saga separately; one that fails is reported and restarted. */
export function* keepAlive(sagas: Readonly<Record<string, () => Saga>>): Saga {
  for (const [name, saga] of Object.entries(sagas)) yield* fork(withRestarts, name, saga);
}
