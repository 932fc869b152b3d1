/** Lets a call in or not: who makes it, whether it is forged, whether their rights and the age of their proof suffice. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changesState } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import type { OperationName } from '../../api/contract/index.ts';
import { barredWhileImpersonating, grantableToKey, hasRightsFor } from '../../api/contract/session.policy.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { touchSession } from '../session/principals.ts';
import { renewStepUp } from '../session/sessions.ts';
import type { AntiForgery } from './antiForgery.ts';
import { authenticate } from './authenticate.ts';
import type { CallOf } from './call.ts';
import type { CookieJar } from './cookies.ts';
import { auditOriginOf } from './auditOrigin.ts';
import { problem } from './problem.ts';
import type { Principal, SessionFacts } from '../session/principal.ts';
import { auditDenied } from './auditDenied.ts';

export interface SecurityContext {
  cookies: CookieJar;
  antiForgery: AntiForgery;
}

type Admitted = Pick<CallOf<OperationName>, 'principal' | 'session' | 'origin'> & {
  person: CallOf<OperationName>['person'] | undefined;
};

export async function authorize(
  context: Context,
  security: SecurityContext,
  name: OperationName,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<Admitted> {
  const token = security.cookies.session(request);
  if (name === 'Health.Live' || name === 'Health.Ready') {
    if (token === undefined) security.antiForgery.offer(request, reply, undefined);
    return unasked(request, now);
  }
  const found = whereAllowed(context, await authenticate(context.db, security.cookies, request, now));
  // A cookie whose session has ended counts as none, also for the anti-forgery pair.
  const liveToken = found.kind === 'session' || found.kind === 'pending' ? token : undefined;
  // Without a session there is nothing to forge, and whose session has ended should learn just that.
  if (found.kind === 'anonymous' && needsSession(operation)) throw problem('SessionRequired');
  const changes = changesState(operation);
  const isForgeable = found.kind !== 'key';
  if (isForgeable && !changes) security.antiForgery.offer(request, reply, liveToken);
  const principal = atMost(operation, found);
  const admitted = {
    principal,
    person: principal.kind === 'anonymous' ? undefined : principal.person,
    session: principal.kind === 'session' || principal.kind === 'pending' ? principal.session : null,
    origin: auditOriginOf(request, principal, now),
  };
  try {
    if (isForgeable && changes) security.antiForgery.demand(request, liveToken);
    demandRights(name, operation, principal);
    if (principal.kind !== 'session') return admitted;
    const session = await demandFreshProof(context, operation, principal, request, now);
    return { ...admitted, principal: { ...principal, session }, session };
  } catch (error) {
    await auditDenied(context, name, operation, admitted, error);
    throw error;
  }
}

/** Whether the server is well is told to everybody alike, also while the store can't say who asks. */
const unasked = (request: FastifyRequest, now: Date): Admitted => {
  const principal: Principal = { kind: 'anonymous' };
  return { principal, person: undefined, session: null, origin: auditOriginOf(request, principal, now) };
};

/** What the environment switches off ends, also where it had begun before. */
const whereAllowed = ({ config }: Context, principal: Principal): Principal =>
  principal.kind === 'session' && principal.session.impersonation && config.IMPERSONATION === 'off'
    ? { kind: 'anonymous' }
    : principal;

const needsSession = ({ who }: Operation): boolean => who !== 'anyone' && who !== 'grant' && who !== 'sessionOrGrant';

/** To a call that anyone may make, a key is nobody: what it may do is what its claims say. */
const atMost = (operation: Operation, principal: Principal): Principal =>
  operation.who === 'anyone' && principal.kind === 'key' ? { kind: 'anonymous' } : principal;

function demandRights(name: OperationName, operation: Operation, principal: Principal): void {
  const { who } = operation;
  if (!needsSession(operation)) {
    demandUnbarred(operation, principal);
    return;
  }
  if (principal.kind === 'anonymous') throw problem('SessionRequired');
  if (principal.kind === 'pending') {
    if (who === 'pending' || who === 'sessionOrPending') return;
    throw problem('SessionRequired');
  }
  if (who === 'pending') throw problem('Forbidden');
  if (principal.kind === 'key' && !(grantableToKey(operation) && principal.claims.includes(name))) throw problem('Forbidden');
  if (!hasRightsFor(who, principal.person)) throw problem('Forbidden');
  demandUnbarred(operation, principal);
}

function demandUnbarred(operation: Operation, principal: Principal): void {
  if (principal.kind === 'session' && principal.session.impersonation && barredWhileImpersonating(operation))
    throw problem('Impersonating');
}

/** Step-up: a password or MFA check within the last minutes, renewed by each call that needed it. Gives the session as it is then. */
async function demandFreshProof(
  context: Context,
  operation: Operation,
  { session }: Extract<Principal, { kind: 'session' }>,
  request: FastifyRequest,
  now: Date,
): Promise<SessionFacts> {
  if (operation.stepUp && !session.impersonation) {
    const age = now.getTime() - session.authenticatedAt.getTime();
    if (age > context.config.STEP_UP_MINUTES * MINUTE) throw problem('ConfirmIdentity');
    await renewStepUp(context.db, session.sessionId, now);
    return { ...(await touchSession(context.db, session, now)), authenticatedAt: now };
  }
  // What the page asks by itself at intervals is no sign that somebody is there.
  return request.headers['x-background'] === undefined ? touchSession(context.db, session, now) : session;
}
