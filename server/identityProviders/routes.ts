/** Routes of identity providers: for administrators, for users, and for the login page. */
import type { connectionsCalls } from '../../api/contract/identityProviders.ts';
import type { Context } from '../context.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { Handlers } from '../http/call.ts';
import { providerFetch } from '../http/outbound.ts';
import { ssoAttempts } from './logIn/attempts.ts';
import { setBreakGlass } from './settings/breakGlass.ts';
import { discover } from './settings/discovery.ts';
import { beginTest } from './logIn/dryRun.ts';
import { enableConnection } from './settings/enabling.ts';
import { beginLink, listIdentities, unlink } from './logIn/linkedLogins.ts';
import { providers } from './openid/provider.ts';
import { removeLink } from './settings/removeLink.ts';
import { readRequirement, setRequired } from './required/requirement.ts';
import type { GroupRooms } from './dependencies.ts';
import { samlProvider } from './saml/lateProvider.ts';
import { refreshConnection } from './saml/refresh.ts';
import { replaceMetadata } from './saml/replacing.ts';
import { createConnection, deleteConnection, listAttempts, listConnections, updateConnection } from './settings/service.ts';

export function connectionsRoutes(
  context: Context,
  { cookies }: SecurityContext,
  groups: GroupRooms,
): Handlers<keyof typeof connectionsCalls> {
  const attempts = ssoAttempts(context, cookies);
  const fetch = providerFetch(context.config, context.publicUrl);
  const protocols = { openid: providers(context), saml: samlProvider(context) };
  return {
    'Connections.List': (call) => listConnections(context, call),
    'Connections.Create': (call) => createConnection(context, fetch, call),
    'Connections.Update': (call) => updateConnection(context, fetch, call),
    'Connections.Enable': (call) => enableConnection(context, call),
    'Connections.Delete': async (call) => {
      await deleteConnection(context, groups, call);
      return undefined;
    },
    'Connections.Test': (call) => beginTest(context, protocols, attempts, call),
    'Connections.RefreshMetadata': (call) => refreshConnection(context, fetch, call),
    'Connections.ReplaceMetadata': (call) => replaceMetadata(context, fetch, call),
    'Connections.Attempts': (call) => listAttempts(context, call),
    'Connections.RemoveLink': async (call) => {
      await removeLink(context, groups, call);
      return undefined;
    },
    'Connections.Requirement': (call) => readRequirement(context, call),
    'Connections.SetRequired': async (call) => {
      await setRequired(context, call);
      return undefined;
    },
    'Connections.SetBreakGlass': async (call) => {
      await setBreakGlass(context, call);
      return undefined;
    },
    'Login.Discover': (call) => discover(context, call),
    'Security.Identities': (call) => listIdentities(context, call),
    'Security.Link': (call) => beginLink(context, attempts, call),
    'Security.Unlink': async (call) => {
      await unlink(context, groups, call);
      return undefined;
    },
  };
}
