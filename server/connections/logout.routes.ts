/** Where identity providers say that somebody has logged out: no browser, no cookie, a signed token. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { MINUTE } from '../clock.ts';
import { apiHeaders } from '../http/headers.ts';
import { addressBlock, countHits, throttle } from '../http/throttle.ts';
import { backChannelLogout } from './logout.ts';
import { recordOutcome } from './outcomes.ts';
import type { Providers } from './provider.ts';
import { Refused } from './refused.ts';
import { logoutPath } from './repository.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const MAX_WRONG = 60;
/** Of one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;

export function logoutRoutes(app: FastifyInstance, context: Context, provider: Providers): void {
  const { db, clock } = context;
  const logOut = backChannelLogout(context, provider);
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    scope.post(logoutPath(':connection'), { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const { connection: connectionId } = request.params as { readonly connection: string };
      const token = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('logout_token') ?? '';
      void reply.headers(apiHeaders);
      try {
        await logOut(connectionId, token, request.ip);
        return await reply.code(200).send();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await refuse(connectionId, request.ip, error);
        return reply.code(400).send({ error: 'invalid_request' });
      }
    });
    done();
  });

  async function refuse(connectionId: string, ip: string, { problem, detail }: Refused): Promise<void> {
    const now = clock.now();
    const { hits } = await countHits(db, `ssoLogout:${connectionId.slice(0, 36)}`, WINDOW_MS, now, 1);
    const isKnown = problem !== 'disabledConnection';
    if (isKnown && hits <= MAX_RECORDED)
      await recordOutcome(db, { connectionId, at: now, purpose: 'logout', outcome: 'refused', problem, detail });
    await throttle(db, { bucket: `ssoLogout:${addressBlock(ip)}`, limit: MAX_WRONG, windowMs: WINDOW_MS }, now);
  }
}
