import type { FastifyReply } from 'fastify';
import { problem } from './problem.ts';

/** Aborts when the connection closes or another reply was sent; its reason is a problem that is never delivered. */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(problem('BadRequest'));
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
