/** Whoever asked may be gone before the answer is there. */
import type { FastifyReply } from 'fastify';
import { problem } from './problem.ts';

/** Aborts once the connection is closed, or an answer was sent in the handler's place; its reason is a problem that is nobody's to hear. */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    leaving.abort(problem('BadRequest'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return leaving.signal;
}
