/** Around every reply of the provider: its cookie for a login that is ours is left out, and a log-out ends our session. */
import type { Provider } from 'oidc-provider';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { auditOriginOf } from '../http/auditOrigin.ts';
import { cookieJar } from '../http/cookies.ts';
import { endSession } from '../session/sessions.end.ts';
import { visitOf, type Login, type Visit } from './visit.ts';

type Middleware = Parameters<Provider['use']>[0];

/** @param sessionCookie the provider's; without a login it holds the state of a log-out, and is used for nothing else */
export function finishVisit(context: Context, sessionCookie: string): Middleware {
  const { name, options } = cookieJar(context.publicUrl().startsWith('https:')).clearedSession;

  return async (ctx, next) => {
    await next();
    const visit = visitOf(ctx.req);
    if (!visit) return;
    const cookies = [ctx.response.get('set-cookie')].flat().filter(Boolean);
    const isKept = !visit.login && ctx.path.startsWith('/session/end');
    const kept = isKept ? cookies : cookies.filter((cookie) => !cookie.startsWith(`${sessionCookie}=`));
    if (visit.isLoggingOut && visit.login) {
      await logOut(context, visit, visit.login);
      kept.push(visit.request.server.serializeCookie(name, '', { ...options, expires: new Date(0) }));
      ctx.set('clear-site-data', '"cache"');
    }
    if (kept.length > 0) ctx.set('set-cookie', kept);
    else ctx.remove('set-cookie');
  };
}

async function logOut({ db, clock }: Context, { request }: Visit, login: Login): Promise<void> {
  const { userName, userId } = login.person;
  await transaction(db, async (tx) => {
    await endSession(tx, login.session.sessionId);
    await appendAuditEvent(tx, auditOriginOf(request, login, clock.now()), {
      action: 'Login.Logout',
      target: userName,
      targetUserId: userId,
      details: { by: 'application' },
    });
  });
}
