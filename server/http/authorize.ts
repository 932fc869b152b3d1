/** Authorises a call: authentication, CSRF, role, and the age of the last proof of identity (step-up). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changesState } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import type { OperationName } from '../../api/contract/index.ts';
import { accessDenial } from '../../api/contract/applications.policy.ts';
import { hasAdministrativeRole, isAdmin } from '../../api/contract/person.ts';
import { hasRightsFor, mayClaim, whyBarredWhileImpersonating } from '../../api/contract/session.policy.ts';
import { addMs } from '../clock.ts';
import type { Context } from '../context.ts';
import { touchSession } from '../session/principals.ts';
import { lifetimeOf } from '../session/sessions.ts';
import type { AntiForgery } from './antiForgery.ts';
import { authenticate } from './authenticate.ts';
import type { CallOf } from './call.ts';
import type { CookieJar } from './cookies.ts';
import { auditOriginOf } from './auditOrigin.ts';
import { problem } from './problem.ts';
import type { Principal } from '../session/principal.ts';
import { auditDenied } from './auditDenied.ts';
import { stepUpOf, type StepUp } from './stepUp.ts';

export interface SecurityContext {
  cookies: CookieJar;
  antiForgery: AntiForgery;
}

type SessionPrincipal = Extract<Principal, { kind: 'session' }>;

export type AuthorizedCall = Pick<CallOf<OperationName>, 'principal' | 'session' | 'origin'> & {
  person: CallOf<OperationName>['person'] | undefined;
  stepUp: StepUp;
};

export async function authorize(
  context: Context,
  security: SecurityContext,
  name: OperationName,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<AuthorizedCall> {
  if (name === 'Health.Live' || name === 'Health.Ready') {
    if (security.cookies.session(request) === undefined) security.antiForgery.ensureCookie(request, reply, undefined);
    return anonymousCall(context, request, now);
  }
  const found = await authenticate(context.db, security.cookies, request, now);
  const authenticated = limitSession(context, found, now);
  // A cookie of an ended session counts as none, for the CSRF pair too.
  const liveToken =
    authenticated.kind === 'session' || authenticated.kind === 'pending' ? security.cookies.session(request) : undefined;
  // Checked before CSRF: without a session there is nothing to forge, and the caller must learn that the session has ended.
  if (authenticated.kind === 'anonymous' && needsSession(operation)) throw problem('SessionRequired');
  const changes = changesState(operation);
  const isForgeable = authenticated.kind !== 'key';
  if (isForgeable && !changes) security.antiForgery.ensureCookie(request, reply, liveToken);
  const principal = effectivePrincipal(operation, authenticated);
  const authorized = {
    principal,
    person: principal.kind === 'anonymous' ? undefined : principal.person,
    session: principal.kind === 'session' || principal.kind === 'pending' ? principal.session : null,
    origin: auditOriginOf(request, principal, now),
    stepUp: stepUpOf(context, principal, now, request.id),
  };
  try {
    if (isForgeable && changes) security.antiForgery.verify(request, liveToken);
    requireCaller(request, principal);
    requireRights(name, operation, principal);
    requireOwnPassword(operation, principal);
    if (principal.kind !== 'session') return authorized;
    if (operation.stepUp === true && !principal.session.impersonation) authorized.stepUp.require();
    const session = isUse(name, principal, request) ? await touchSession(context.db, principal.session, now) : principal.session;
    return { ...authorized, principal: { ...principal, session }, session };
  } catch (error) {
    await auditDenied(context, name, operation, { ...authorized, request }, error);
    throw error;
  }
}

/** Health checks are answered without authentication, so that they work while the database is down. */
const anonymousCall = (context: Context, request: FastifyRequest, now: Date): AuthorizedCall => {
  const principal: Principal = { kind: 'anonymous' };
  const origin = auditOriginOf(request, principal, now);
  return { principal, person: undefined, session: null, origin, stepUp: stepUpOf(context, principal, now, request.id) };
};

/** The session as the configuration limits it: impersonation switched off, administrators not remembered, no longer than new ones. */
export const limitSession = (context: Context, found: Principal, now: Date): Principal =>
  shorten(context, endDisabledImpersonation(context, found), now);

/** Switching impersonation off in the configuration also ends running impersonations. */
const endDisabledImpersonation = ({ config }: Context, principal: Principal): Principal =>
  principal.kind === 'session' && principal.session.impersonation && config.IMPERSONATION === 'off'
    ? { kind: 'anonymous' }
    : principal;

/**
 * A session that began before its user got an administrative role, or before the lifetimes were shortened, becomes as short as one opened
 * since.
 */
function shorten({ config }: Context, principal: Principal, now: Date): Principal {
  if (principal.kind !== 'session') return principal;
  const { session, person } = principal;
  const remember = session.remember && (config.ADMIN_REMEMBER === 'on' || !isAdmin(person));
  const lifetime = lifetimeOf(config, { kind: 'full', remember, impersonation: session.impersonation });
  const idleMs = Math.min(session.idleMs, lifetime.idleMs);
  const expiresAt = earlier(session.expiresAt, addMs(session.createdAt, lifetime.absoluteMs));
  const idleUntil = earlier(expiresAt, addMs(session.lastSeenAt, idleMs));
  if (idleUntil <= now) return { kind: 'anonymous' };
  return { ...principal, session: { ...session, remember, idleMs, expiresAt, idleUntil } };
}

const earlier = (left: Date, right: Date): Date => (left < right ? left : right);

const needsSession = ({ who }: Operation): boolean => who !== 'anyone' && who !== 'grant' && who !== 'sessionOrGrant';

/** Refuses a repeated call of a page unless it is the same user's: another may have logged in in the same browser since. */
function requireCaller({ headers }: FastifyRequest, principal: Principal): void {
  const callerId = headers['x-caller-id'];
  if (callerId !== undefined && (principal.kind === 'anonymous' || principal.person.userId !== callerId))
    throw problem('SessionRequired');
}

/** Operations open to anyone treat an API key as an anonymous caller: a key may do only what its claims say. */
const effectivePrincipal = (operation: Operation, principal: Principal): Principal =>
  operation.who === 'anyone' && principal.kind === 'key' ? { kind: 'anonymous' } : principal;

function requireRights(name: OperationName, operation: Operation, principal: Principal): void {
  const { who } = operation;
  if (!needsSession(operation)) {
    forbidWhileImpersonating(operation, principal);
    return;
  }
  if (principal.kind === 'anonymous') throw problem('SessionRequired');
  if (principal.kind === 'pending') {
    if (who === 'pending' || who === 'sessionOrPending') return;
    throw problem('SessionRequired');
  }
  if (who === 'pending') throw problem('Forbidden');
  if (principal.kind === 'key' && !(mayClaim(operation, principal.person) && principal.claims.includes(name)))
    throw problem('Forbidden');
  if (!hasRightsFor(who, principal.person)) throw problem('Forbidden');
  forbidWhileImpersonating(operation, principal);
}

/**
 * With a password chosen by an administrator, a user may only read their own account, log out, and choose another password; until
 * then, calls of a full session that change something, or administer, are refused.
 */
function requireOwnPassword(operation: Operation, principal: Principal): void {
  if (accessDenial(principal) !== 'passwordChange') return;
  const { who, ownCredentials } = operation;
  const administers = who === 'auditReader' || who === 'subscriberAdmin' || who === 'systemAdmin';
  const isOwnAccount = who === 'session' || (who === 'sessionOrPending' && ownCredentials === 'change');
  if (administers || (isOwnAccount && changesState(operation))) throw problem('PasswordChangeRequired');
}

function forbidWhileImpersonating(operation: Operation, principal: Principal): void {
  const impersonation = principal.kind === 'session' ? principal.session.impersonation : null;
  const refused = impersonation && whyBarredWhileImpersonating(operation, impersonation.access);
  if (refused) throw problem(refused);
}

/**
 * Whether a call keeps the session from being idle. Background polling by the page does not; nor, in a session with administrative
 * rights, requests to a guarded application, which may poll without telling.
 */
function isUse(name: OperationName, { person, session }: SessionPrincipal, { headers }: FastifyRequest): boolean {
  if (headers['x-background'] !== undefined) return false;
  return name !== 'Login.Check' || !hasAdministrativeRole(session.impersonation?.by ?? person);
}
