/**
 * The authorization request that a browser began last. Who was sent to the login page without an account registers from a mailed link,
 * often in another tab and an hour later; `/oidc/interaction` leads from there back to the request, or to its application.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY } from '../clock.ts';
import { applicationOf } from './client.ts';
import { cookieNames, INTERACTION, MOUNT } from './mount.ts';
import type { RunningProvider } from './running.ts';

const PATH = `${MOUNT}${INTERACTION}`;
/** Longer than a request waits: an invitation may have to be asked for. */
const REMEMBER_SECONDS = DAY / 1000;

export interface PendingRequests {
  remember(reply: FastifyReply, uid: string, clientId: string): void;
  /** Where a request that has expired can begin anew: at its application. Undefined in another browser. */
  restartOf(request: FastifyRequest, uid: string): Promise<string | undefined>;
  /** When it has got its answer. */
  forget(request: FastifyRequest, reply: FastifyReply, uid: string): void;
}

export function pendingRequests(scope: FastifyInstance, oidc: RunningProvider): PendingRequests {
  const issuer = oidc.issuer();
  const { pending: name } = cookieNames(issuer);
  const options = { path: PATH, httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') } as const;
  const read = ({ cookies }: FastifyRequest) => (cookies[name] ?? '').split('.');

  scope.get(PATH, async (request, reply) => {
    const [uid = '', clientId = ''] = read(request);
    if (uid === '') return reply.redirect('/Login', 303);
    const isWaiting = await (await oidc.get()).Interaction.find(uid);
    return reply.redirect(isWaiting ? `${PATH}/${uid}` : await loginOf(clientId), 303);
  });

  /** Who is logged in is led from there to the application's start address. */
  async function loginOf(clientId: string): Promise<string> {
    const client = await (await oidc.get()).Client.find(clientId);
    return client ? `/Login/${encodeURIComponent(applicationOf(client).name)}` : '/Login';
  }

  return {
    remember: (reply, uid, clientId) =>
      void reply.setCookie(name, `${uid}.${clientId}`, { ...options, maxAge: REMEMBER_SECONDS }),
    async restartOf(request, uid) {
      const [known, clientId = ''] = read(request);
      return known === uid ? loginOf(clientId) : undefined;
    },
    forget(request, reply, uid) {
      if (read(request)[0] === uid) void reply.clearCookie(name, options);
    },
  };
}

/** Where the provider is off. */
export function withoutPendingRequests(app: FastifyInstance): void {
  app.get(PATH, (_request, reply) => reply.redirect('/Login', 303));
}
