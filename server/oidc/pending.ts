/**
 * Remembers the authorization request that a browser began last. A user without an account who was sent to the login page registers
 * from a mailed link, often in another tab and an hour later; from there, `/oidc/interaction` leads back to the request, or to its
 * application.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY } from '../clock.ts';
import { applicationOf } from './client.ts';
import { cookieNames, INTERACTION, MOUNT } from './mount.ts';
import type { RunningProvider } from './running.ts';

const PATH = `${MOUNT}${INTERACTION}`;
/** It ends the cookie's value once the request is answered. */
const ANSWERED = 'answered';
/** The time is longer than a request waits: the user may have to ask for an invitation. */
const REMEMBER_SECONDS = DAY / 1000;

interface PendingRequests {
  remember(reply: FastifyReply, uid: string, clientId: string): void;
  /**
   * The application's address at which a request can begin anew that has expired, or was answered in another tab; undefined in another
   * browser.
   */
  restartOf(request: FastifyRequest, uid: string): Promise<string | undefined>;
  /** Called when the request is answered: from then on `/oidc/interaction` does not lead to it. */
  noteAnswer(request: FastifyRequest, reply: FastifyReply, uid: string): void;
}

export function pendingRequests(scope: FastifyInstance, oidc: RunningProvider): PendingRequests {
  const issuer = oidc.issuer();
  const { pending: name } = cookieNames(issuer);
  const options = { path: PATH, httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') } as const;
  const read = ({ cookies }: FastifyRequest) => (cookies[name] ?? '').split('.');

  scope.get(PATH, async (request, reply) => {
    const [uid = '', clientId = '', state] = read(request);
    if (uid === '' || state === ANSWERED) return reply.redirect('/Login', 303);
    const isWaiting = await (await oidc.get()).Interaction.find(uid);
    return reply.redirect(isWaiting ? `${PATH}/${uid}` : await loginOf(clientId), 303);
  });

  /** The login page of the application, which redirects a logged-in user to the application's start address. */
  async function loginOf(clientId: string): Promise<string> {
    const client = await (await oidc.get()).Client.find(clientId);
    return client ? `/Login/${encodeURIComponent(applicationOf(client).name)}` : '/Login';
  }

  const write = (reply: FastifyReply, ...parts: readonly string[]) =>
    void reply.setCookie(name, parts.join('.'), { ...options, maxAge: REMEMBER_SECONDS });

  return {
    remember: (reply, uid, clientId) => {
      write(reply, uid, clientId);
    },
    async restartOf(request, uid) {
      const [known, clientId = ''] = read(request);
      return known === uid ? loginOf(clientId) : undefined;
    },
    noteAnswer(request, reply, uid) {
      const [known, clientId = ''] = read(request);
      if (known === uid) write(reply, uid, clientId, ANSWERED);
    },
  };
}

/** Used where the provider is off. */
export function withoutPendingRequests(app: FastifyInstance): void {
  app.get(PATH, (_request, reply) => reply.redirect('/Login', 303));
}
