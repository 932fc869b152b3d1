/** Worker thread that verifies one long message. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { Refused } from '../logIn/refused.ts';
import { verifyDigests, type SignedMessage } from './digests.ts';

export type FromThread =
  { readonly kind: 'verified'; readonly signed: string } | { readonly kind: 'refused'; readonly problem: ConnectionProblem };

const post = (message: FromThread) => parentPort?.postMessage(message);

try {
  post({ kind: 'verified', signed: await verifyDigests(workerData as SignedMessage) });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  post({ kind: 'refused', problem: error.problem });
}
