/**
 * A browser's request to the provider, with the login of this product, which is the provider's session. Limits how much, and how often,
 * callers who are not logged in can make the server store by such requests.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import { findCookieSession } from '../http/authenticate.ts';
import { limitSession } from '../http/authorize.ts';
import type { CookieJar } from '../http/cookies.ts';
import { countForAddress, giveBack, giveBackForAddress, limitOf, throttle } from '../http/throttle.ts';
import type { Principal } from '../session/principal.ts';
import { touchSession } from '../session/principals.ts';

export type Login = Extract<Principal, { kind: 'session' }>;

export interface BrowserRequest {
  readonly request: FastifyRequest;
  readonly login: Login | undefined;
  /** The user confirmed a logout that an application had asked for. */
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
  const found = cookies && limitSession(context, await findCookieSession(context.db, cookies, request, now), now);
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

export const MAX_REQUEST_BYTES = 8192;
const MAX_PARAMETER_BYTES = 2048;
/** A request to log in has some fifteen; the provider takes long for thousands. */
const MAX_PARAMETERS = 50;
/** Parameters that are not stored: an ID token with many roles is long, and only verified. */
const UNSTORED = new Set(['id_token_hint']);

/** @returns the fault of the parameters, for `error_description`; undefined if there is none */
export function oversizeOf(parameters: string): string | undefined {
  if (parameters.length > MAX_REQUEST_BYTES) return `the request is longer than ${String(MAX_REQUEST_BYTES)} bytes`;
  if (parameters.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    return `the request has more than ${String(MAX_PARAMETERS)} parameters`;
  const long = [...new URLSearchParams(parameters)].find(
    ([name, value]) => !UNSTORED.has(name) && Buffer.byteLength(name) + Buffer.byteLength(value) > MAX_PARAMETER_BYTES,
  );
  return long && `${long[0].slice(0, 40)} is longer than ${String(MAX_PARAMETER_BYTES)} bytes`;
}

/**
 * Counts a request that will be stored, as long as it is stored.
 * @throws TooManyRequests
 */
export async function countStoredRequest(context: Context, { request, login }: BrowserRequest): Promise<void> {
  const { db, config } = context;
  const now = context.clock.now();
  await countForAddress(context, 'LIMIT_AUTHORIZE_PER_ADDRESS', { request, now });
  if (!login) await throttle(db, limitOf(config, 'LIMIT_AUTHORIZE_ANONYMOUS', ''), now);
}

/** Takes the count of a request back whose user goes on. @param begunBy the user when it began; undefined: an anonymous caller */
export async function giveBackRequest(context: Context, request: FastifyRequest, begunBy: string | undefined): Promise<void> {
  const { db, config } = context;
  const now = context.clock.now();
  await giveBackForAddress(context, 'LIMIT_AUTHORIZE_PER_ADDRESS', { request, now });
  if (begunBy === undefined) await giveBack(db, limitOf(config, 'LIMIT_AUTHORIZE_ANONYMOUS', '').bucket, now);
}
