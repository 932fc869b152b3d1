/** Builds the application: plugins, modules, the page. `start.ts` listens. */
import { maxHeaderSize } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { MAX_REQUEST_MS } from '../api/contract/endpoint.ts';
import { applicationDirectory } from './applications/applications.directory.ts';
import { guardedApplications } from './applications/applications.guarded.ts';
import { applicationsRoutes } from './applications/applications.routes.ts';
import { countEventsByTime } from './audit/counts.ts';
import { personErasure } from './audit/erasure.ts';
import { approvedOperation } from './operations/approved.ts';
import type { Kinds } from './operations/kinds.ts';
import { operationsRoutes } from './operations/routes.ts';
import { approvalsRoutes } from './operations/approvalRoutes.ts';
import type { OperationsRunner } from './operations/runner.ts';
import { openEventFile } from './audit/file.ts';
import { auditRoutes } from './audit/routes.ts';
import { countEvents } from './audit/repository.ts';
import { latestMark } from './audit/chain.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { closeWhenLeaving } from './drain.ts';
import { healthRoutes } from './health/health.routes.ts';
import { cspReports } from './http/cspReports.ts';
import { wellKnown } from './http/wellKnown.ts';
import { antiForgery } from './http/antiForgery.ts';
import { acceptOnlyJson } from './http/contentTypeParsers.ts';
import { answerClientError } from './http/clientError.ts';
import { cookieJar } from './http/cookies.ts';
import { asProblem, sendProblem } from './http/errors.ts';
import { secureHeaders } from './http/headers.ts';
import { mount } from './http/mount.ts';
import { openApiRoute } from './http/openApi.ts';
import { allowHosts } from './http/allowedHosts.ts';
import { captureClientAddress } from './http/auditOrigin.ts';
import { servePage } from './http/page.ts';
import { problem } from './http/problem.ts';
import { sessionManager } from './http/sessionManager.ts';
import { cutSlowBodies } from './http/slowBodies.ts';
import { approvedInvitation } from './invite/invite.approved.ts';
import { inviteRoutes } from './invite/invite.routes.ts';
import { passwordProof } from './login/login.proof.ts';
import { provenLogin } from './login/login.proven.ts';
import { loginRoutes } from './login/login.routes.ts';
import { mfaStepUp } from './mfa/mfa.stepUp.ts';
import { forgetBrowsers, remembersBrowser } from './mfa/mfa.browsers.ts';
import { mfaRule } from './mfa/mfa.reset.ts';
import { forget } from './operationKinds.ts';
import { approvedMfaActs } from './mfa/mfa.admin.ts';
import { mfaRoutes } from './mfa/mfa.routes.ts';
import { codeSignIn } from './mfa/mfa.signIn.ts';
import { oidcRoutes } from './oidc/oidc.routes.ts';
import { withoutPendingRequests } from './oidc/pending.ts';
import { applicationPreview } from './oidc/preview.ts';
import type { RunningProvider } from './oidc/running.ts';
import { approvedOrganisationActs } from './organisations/organisations.change.ts';
import { organisationsRoutes } from './organisations/organisations.routes.ts';
import { renewFindingsAtOnce } from './overview/overview.findings.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { chooseLocale, type Phrases } from './i18n/phrases.ts';
import { hasPasskeys } from './passkeys/passkeys.facade.ts';
import { passkeys } from './passkeys/passkeys.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { sendFile } from './reports/exports.ts';
import { forgetInReports } from './reports/erasure.ts';
import { reportsRoutes } from './reports/routes.ts';
import { approvedRoleActs, rolesRoutes } from './roles/roles.routes.ts';
import { approvedClaims } from './security/security.claims.ts';
import { securityRoutes } from './security/security.routes.ts';
import { supportRoutes } from './support/support.routes.ts';
import { syncRoutes } from './sync/sync.routes.ts';
import { approvedUserActs } from './users/admin/approvedActs.ts';
import { approvedBulkActs, askForBulk } from './users/admin/bulkApproval.ts';
import { usersFacade } from './users/users.facade.ts';
import { usersRoutes } from './users/users.routes.ts';
import { countForOverview } from './users/read/counts.ts';
import { forgetInViews } from './views/views.erasure.ts';
import { viewsRoutes } from './views/views.routes.ts';
import { closeAccess } from './users/admin/enablement.ts';
import { summariesOf } from './users/read/summaries.ts';

const HANDLER_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often Node checks for requests that arrive too slowly. */
const CHECK_INTERVAL_MS = 1000;
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Names of organisations have no limit of their own, so a path parameter may be as long as Node's limit of a request line. */
const MAX_PARAM_LENGTH = maxHeaderSize;

/** @param log the one logger, shared with Fastify */
export function createFastify(config: Config, log: FastifyBaseLogger, phrases: Phrases): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Node's limit for every request; `cutSlowBodies` has the stricter limit per route.
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: config.LIMIT_REQUEST_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    http: {
      requestTimeout: MAX_REQUEST_MS,
      headersTimeout: Math.min(config.LIMIT_REQUEST_MS, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    forceCloseConnections: 'idle',
    // What arrives on open connections is still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError(phrases),
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercent(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  });
}

/** Escapes invalid percent signs in the path, so that it gets an ordinary 404. */
function escapeInvalidPercent(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** What the jobs share with the routes. */
export interface Shared {
  readonly oidc: RunningProvider;
  readonly kinds: Kinds;
  readonly runner: OperationsRunner;
}

export async function buildApp(app: FastifyInstance, context: Context, { oidc, kinds, runner }: Shared): Promise<void> {
  const { config, phrases, log } = context;
  const cookies = cookieJar(context.publicUrl().startsWith('https:'));
  const security = { cookies, antiForgery: antiForgery(context.secret, cookies, () => new URL(context.publicUrl()).origin) };

  cutSlowBodies(app, {
    limitMs: config.LIMIT_REQUEST_MS,
    flowBytes: config.LIMIT_FLOW_BYTES,
    checkIntervalMs: CHECK_INTERVAL_MS,
  });
  acceptOnlyJson(app);
  captureClientAddress(app);
  closeWhenLeaving(app, context);
  allowHosts(app, config);
  app.setErrorHandler((error, request, reply) => {
    const found = asProblem(error);
    if (found.status >= 500 && found.code !== 'Closing')
      log.error({ err: found.options.cause ?? found, url: request.routeOptions.url, requestId: request.id }, found.code);
    return sendProblem(reply, found, phrases, chooseLocale(request.headers['accept-language']));
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  await app.register(multipart, { limits: { files: config.MAX_ATTACHMENTS, fileSize: config.MAX_ATTACHMENT_BYTES } });
  secureHeaders(app, context);

  const sessions = sessionManager(context, security);
  const provePassword = passwordProof(context);
  const applications = applicationDirectory(context);
  const signIn = codeSignIn(context, sessions, cookies);
  const passkeyParts = passkeys(context, security);
  const users = usersFacade(context);
  const sendAuditFile = sendFile(context, { openFile: (wanted) => openEventFile(context, wanted), countEvents });
  mount(app, context, security, [
    healthRoutes(context),
    loginRoutes(context, security, {
      sessions,
      remembersBrowser,
      forgetBrowsers,
      hasPasskeys,
      applications,
      guarded: guardedApplications(context),
    }),
    mfaRoutes(context, security, { sessions, signIn, summariesOf, hasPasskeys }),
    passkeyParts.routes({
      sessions,
      logIn: provenLogin(context, security, { sessions, applications }),
      isMfaRequired: mfaRule(config),
      finishEnrolment: signIn.finishEnrolment,
    }),
    recoveryRoutes(context, security, sessions, {
      password: provePassword,
      mfa: mfaStepUp(context),
      passkey: passkeyParts.stepUp,
    }),
    securityRoutes(context, security, sessions, provePassword),
    inviteRoutes(context, security),
    supportRoutes(context),
    usersRoutes(context, sessions, {
      forget,
      erasePerson: personErasure(context.keyring),
      forgetInViews,
      forgetInReports,
      renewFindings: renewFindingsAtOnce,
    }),
    viewsRoutes(context),
    rolesRoutes(context, users),
    organisationsRoutes(context),
    approvalsRoutes(
      context,
      {
        ...approvedUserActs(context, forget),
        ...approvedInvitation(context),
        ...approvedClaims(context),
        ...approvedMfaActs,
        ...approvedRoleActs(users),
        ...approvedOrganisationActs,
        ...approvedBulkActs,
        ...approvedOperation(kinds),
      },
      {
        ask: askForBulk(context),
        summariesOf,
        onApproved: () => {
          runner.wake();
        },
      },
    ),
    operationsRoutes(context, { kinds, runner, summariesOf }),
    syncRoutes(context, closeAccess),
    applicationsRoutes(context, applicationPreview(context)),
    auditRoutes(context, { sendFile: sendAuditFile }),
    reportsRoutes(context, { sendFile: sendAuditFile, sealHead: latestMark }),
    overviewRoutes(context, {
      countForOverview,
      countEventsByTime: (queries, wanted) => countEventsByTime(queries, { ...wanted, withActions: true }),
    }),
  ]);
  openApiRoute(app, config);
  cspReports(app, context);
  wellKnown(app, context);
  app.all('/api/*', () => {
    throw problem('NotFound');
  });
  if (config.OIDC === 'on') await oidcRoutes(app, context, cookies, oidc);
  else withoutPendingRequests(app);
  await servePage(app, context, { security, sessions, applications });
}
