/** Builds the application: plugins, rooms, the page. `start.ts` listens. */
import type { FastifyInstance } from 'fastify';
import { applicationDirectory } from './applications/directory.ts';
import { askForPassword } from './password/askForPassword.ts';
import { ssoRoutes } from './identityProviders/logIn/sso.routes.ts';
import type { Context } from './context.ts';
import { antiForgery } from './http/antiForgery.ts';
import { cookieJar } from './http/cookies.ts';
import { cspReports } from './http/cspReports.ts';
import { prepareRequests } from './http/fastify.ts';
import { mount } from './http/mount.ts';
import { openApiRoute } from './http/openApi.ts';
import { servePage } from './http/page.ts';
import { problem } from './http/problem.ts';
import { sessionManager } from './http/sessionManager.ts';
import { wellKnown } from './http/wellKnown.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { withoutPendingRequests } from './oidc/pending.ts';
import type { RunningProvider } from './oidc/running.ts';
import type { BulkActions } from './bulk/bulkActions.ts';
import type { Runner } from './jobs/runner.ts';
import { rooms, ssoRooms } from './rooms.ts';
import { scimRoutes } from './directories/protocol/routes.ts';

interface Parts {
  readonly oidc: RunningProvider;
  readonly bulkActions: BulkActions;
  readonly runner: Runner;
  readonly imports: Runner;
}

/** @param parts modules shared with the jobs */
export async function buildApp(
  app: FastifyInstance,
  context: Context,
  { oidc, bulkActions, runner, imports }: Parts,
): Promise<void> {
  const { config } = context;
  const cookies = cookieJar(context.publicUrl().startsWith('https:'));
  const security = { cookies, antiForgery: antiForgery(context.secret, cookies, () => new URL(context.publicUrl()).origin) };
  await prepareRequests(app, context);
  const sessions = sessionManager(context, security);
  const applications = applicationDirectory(context);
  mount(app, context, security, rooms(context, { security, sessions, applications, bulkActions, runner, imports }));
  openApiRoute(app, config);
  cspReports(app, context);
  wellKnown(app, context);
  app.all('/api/*', () => {
    throw problem('NotFound');
  });
  scimRoutes(app, context, askForPassword(context));
  ssoRoutes(app, context, security, ssoRooms(context, { security, sessions, applications }));
  if (config.OIDC === 'on') await oidcRoutes(app, context, cookies, oidc);
  else withoutPendingRequests(app);
  await servePage(app, context, { security, sessions, applications });
}
