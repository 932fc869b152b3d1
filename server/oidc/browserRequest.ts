/** A browser's request to the provider, with the login of this product, which is the provider's session. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import { limitSession } from '../http/authorize.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { Principal } from '../session/principal.ts';
import { findSession, touchSession } from '../session/principals.ts';

export type Login = Extract<Principal, { kind: 'session' }>;

export interface BrowserRequest {
  readonly request: FastifyRequest;
  readonly login: Login | undefined;
  /** The user confirmed a log-out that an application had asked for. */
  isLoggingOut: boolean;
}

const requests = new WeakMap<IncomingMessage, BrowserRequest>();

export const browserRequestOf = (request: IncomingMessage | undefined): BrowserRequest | undefined =>
  request && requests.get(request);

/** A pending session is no login. @param cookies absent: the login does not count, as in requests of applications */
export async function beginBrowserRequest(
  context: Context,
  request: FastifyRequest,
  cookies?: CookieJar,
): Promise<BrowserRequest> {
  const now = context.clock.now();
  const token = cookies?.session(request);
  const found = token === undefined ? undefined : limitSession(context, await findSession(context.db, token, now), now);
  const login = found?.kind === 'session' ? found : undefined;
  if (login && !isUnattended(request, login)) await touchSession(context.db, login.session, now);
  const browser = { request, login, isLoggingOut: false };
  requests.set(request.raw, browser);
  return browser;
}

/** Whether an application asks in the background, which must not keep an absent administrator logged in. */
const isUnattended = ({ query }: FastifyRequest, { person, session }: Login): boolean =>
  hasAdministrativeRole(session.impersonation?.by ?? person) && (query as { prompt?: unknown }).prompt === 'none';

/** The time in seconds, as OpenID Connect counts. A step-up within the session is no new login. */
export const authTimeOf = ({ session }: Login): number => Math.floor(session.createdAt.getTime() / 1000);

/** The level for one factor or several; undefined if unknown, as for an impersonated user. */
export function acrOf({ session }: Login): Acr | undefined {
  if (session.impersonation || session.methods.length === 0) return undefined;
  return session.methods.includes('mfa') ? 'aal2' : 'aal1';
}

export const amrOf = ({ session }: Login): string[] | undefined =>
  session.impersonation || session.methods.length === 0 ? undefined : [...session.methods];

/** Authentication assurance levels as NIST SP 800-63B names them. */
export const ACR_VALUES = ['aal1', 'aal2'] as const;
type Acr = (typeof ACR_VALUES)[number];
