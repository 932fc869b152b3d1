/** Verifies signed messages without blocking the event loop: a short one here, a long one in a worker thread. */
import { concurrencyLimiter } from '../../http/concurrencyLimiter.ts';
import { ThreadTimeout, threadMessages } from '../../process/thread.ts';
import { Refused } from '../logIn/refused.ts';
import { verifyDigests, type SignedMessage } from './digests.ts';
import type { FromThread } from './thread.ts';
import { within, type XmlElement } from './xml.ts';

/** A login without many groups is shorter, and is verified within some ten milliseconds; starting a thread takes longer. */
const SHORT_BYTES = 12 * 1024;
const SHORT_ELEMENTS = 120;
/** Many times what the longest message of an honest provider takes. */
const THREAD_LIMIT_MS = 15_000;
const MAX_WAIT_MS = 5000;

const inTurn = concurrencyLimiter({ parallel: 2, maxWaitMs: MAX_WAIT_MS });

/** @returns the assertion of a response, as it was signed. @throws Refused, Busy */
export const verified = (message: SignedMessage, root: XmlElement): Promise<string> =>
  message.xml.length <= SHORT_BYTES && [...within(root)].length <= SHORT_ELEMENTS
    ? verifyDigests(message)
    : inTurn(() => verifyInThread(message));

async function verifyInThread(message: SignedMessage): Promise<string> {
  const file = new URL('./thread.ts', import.meta.url);
  try {
    for await (const answer of threadMessages<FromThread>(file, { workerData: message, limitMs: THREAD_LIMIT_MS })) {
      if (answer.kind === 'refused') throw new Refused(answer.problem);
      return answer.signed;
    }
  } catch (error) {
    throw error instanceof ThreadTimeout ? new Refused('response') : error;
  }
  throw new Error('The thread that verifies a message ended before it answered');
}
