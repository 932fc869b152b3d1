/** The OpenID Connect provider (oidc-provider, which is certified) as this product configures it. No protocol of our own. */
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { outboundFetch } from '../http/outbound.ts';
import { isSecretOf } from '../applications/secrets.ts';
import { findApplication } from '../applications/repository.ts';
import type { Context } from '../context.ts';
import { adapterFactory, SESSION_SECONDS } from './adapter.ts';
import { CLAIMS, findGrantee } from './claims.ts';
import { APPLICATION, type ClientApplication } from './client.ts';
import { loadGrant } from './grants.ts';
import { answerServerError, finishBrowserRequest, showError, showPage } from './replies.ts';
import type { PrivateJwk } from './keys.ts';
import { cookieNames, INTERACTION, INTERACTION_SECONDS, MOUNT, pairwiseSub } from './mount.ts';
import { policy } from './policy.ts';
import { isRedirectTo } from './redirectUri.ts';
import { ACR_VALUES, browserRequestOf } from './browserRequest.ts';

const ACCESS_TOKEN_SECONDS = 600;
const REFRESH_TOKEN_SECONDS = 14 * 24 * 3600;
/** Longer than any session: a grant ends with its session. */
const GRANT_SECONDS = 400 * 24 * 3600;

export function createProvider(context: Context, issuer: string, keys: PrivateJwk[]): Provider {
  const provider = new Provider(issuer, configurationOf(context, issuer, keys));
  // The mount sets the forwarded headers itself, from PUBLIC_URL.
  provider.proxy = true;
  // Ours is rotated at login; the provider's own rotation would end it.
  provider.Session.prototype.resetIdentifier = () => undefined;
  provider.Client.prototype.compareClientSecret = async function compareHashes(this: { clientId: string }, secret: string) {
    const row = await findApplication(context.db, this.clientId);
    return row !== undefined && isSecretOf(row, secret, context.clock.now());
  };
  provider.Client.prototype.redirectUriAllowed = function allowAnyLoopbackPort(
    this: { redirectUris?: string[] },
    address: string,
  ) {
    return (this.redirectUris ?? []).some((registered) => isRedirectTo(registered, address));
  };
  provider.use(finishBrowserRequest(context, cookieNames(issuer).session));
  provider.on('server_error', (ctx, error) => {
    answerServerError(context, ctx, error);
  });
  return provider;
}

function configurationOf(context: Context, issuer: string, keys: PrivateJwk[]): Configuration {
  const secure = issuer.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: false } as const;
  return {
    adapter: adapterFactory(context, (id) => `${issuer}/auth/${id}`),
    jwks: { keys },
    cookies: { names: cookieNames(issuer), long: { ...cookie, path: MOUNT }, short: cookie },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', ...Object.keys(CLAIMS).filter((scope) => scope !== 'openid')],
    claims: { iss: null, sid: null, ...claimsByScope() },
    subjectTypes: ['public', 'pairwise'],
    sectorIdentifierUriValidate: () => false,
    pairwiseIdentifier: (_ctx, userId, { clientId }) => pairwiseSub(context, clientId, userId),
    acrValues: [...ACR_VALUES],
    // The token's reader then needs no second call; in the code flow only the client sees it.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    enabledJWA: {
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'],
      idTokenSigningAlgValues: ['RS256'],
    },
    extraClientMetadata: { properties: [APPLICATION] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      revocation: { enabled: true },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => showLogout(context, ctx, form),
        postLogoutSuccessSource: (ctx) => {
          showPage(context, ctx, { heading: { key: 'loggedOut' } });
        },
      },
    },
    // The database ends what belongs to a session together with it (0001_schema/applications.sql).
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: ACCESS_TOKEN_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Grant: GRANT_SECONDS,
      Session: SESSION_SECONDS,
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${MOUNT}${INTERACTION}/${uid}` },
    loadExistingGrant: (ctx) => loadGrant(context, ctx),
    async findAccount(ctx, sub, token) {
      const { grantId, kind } = (token ?? {}) as { grantId?: string; kind?: string };
      if (grantId === undefined)
        return browserRequestOf(ctx.req)?.login?.person.userId === sub ? { accountId: sub, claims: () => ({ sub }) } : undefined;
      const grantee = await findGrantee(context, grantId, { isActive: kind === 'RefreshToken' });
      return grantee?.claims.sub === sub ? { accountId: sub, claims: () => ({ ...grantee.claims, sub }) } : undefined;
    },
    async extraTokenClaims(_ctx, token) {
      const { grantId } = token as { grantId?: string };
      const grantee = grantId === undefined ? undefined : await findGrantee(context, grantId, { isActive: false });
      return grantee?.administrator && { act: grantee.claims.act as never };
    },
    renderError(ctx, out, cause) {
      showError(context, ctx, out, cause);
    },
    fetch: outboundFetch(context.config, context.publicUrl),
  };
}

const claimsByScope = (): Record<string, string[]> =>
  Object.fromEntries(Object.entries(CLAIMS).map(([scope, names]) => [scope, [...names]]));

/** ID of the form that the provider passes to `logoutSource`, with its anti-forgery token. */
const LOGOUT_FORM_ID = 'op.logoutForm';

/** Shows the logout page; a user whose ID token comes with the request is not asked again. */
function showLogout(context: Context, ctx: KoaContextWithOIDC, form: string): void {
  const application = ctx.oidc.client && (ctx.oidc.client as unknown as Record<string, ClientApplication>)[APPLICATION];
  const leadsTo = ctx.oidc.params?.post_logout_redirect_uri;
  showPage(context, ctx, {
    heading: { key: 'logout' },
    lines: [application ? { key: 'logoutOf', values: { application: application.display_name } } : { key: 'logoutAll' }],
    form: {
      markup: form,
      id: LOGOUT_FORM_ID,
      buttons: [{ name: 'logout', value: 'yes', key: 'logoutSubmit' }],
      submitsItself: isOwnIdToken(ctx),
      ...(typeof leadsTo === 'string' ? { leadsTo } : {}),
    },
  });
}

/** Whether the token, which the provider has verified, belongs to the user who is logged in now. */
function isOwnIdToken(ctx: KoaContextWithOIDC): boolean {
  const hint = ctx.oidc.entities.IdTokenHint as { payload: { sub?: string } } | undefined;
  const login = browserRequestOf(ctx.req)?.login;
  return (
    hint !== undefined &&
    login !== undefined &&
    ctx.oidc.client?.subjectType !== 'pairwise' &&
    hint.payload.sub === login.person.userId
  );
}
