/** Tells answers that will stay as they are from those that another try may change. */
import { isClientProblem, type ClientProblem } from '@api/client/clientProblem.ts';

const TOO_MANY_REQUESTS = 429;

/** The problem of a call; throws what is a bug. */
export function problemOf(error: unknown): ClientProblem {
  if (!isClientProblem(error)) throw new Error('A call failed for no known reason', { cause: error });
  return error;
}

/** Whether the server has looked at it and said no for good. */
export const isRefused = (problem: ClientProblem): boolean =>
  problem.kind === 'problem' && problem.status < 500 && problem.status !== TOO_MANY_REQUESTS;
