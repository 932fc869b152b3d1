/** Tells final refusals from problems that a retry may solve. */
import { isClientProblem, type ClientProblem } from '@api/client/clientProblem.ts';

const TOO_MANY_REQUESTS = 429;

/** @throws `error` itself if it is not a problem of a request, but a bug */
export function problemOf(error: unknown): ClientProblem {
  if (!isClientProblem(error)) throw new Error('A call failed for no known reason', { cause: error });
  return error;
}

/** True if the server refused for good. */
export const isRefused = (problem: ClientProblem): boolean =>
  problem.kind === 'problem' && problem.status < 500 && problem.status !== TOO_MANY_REQUESTS;
