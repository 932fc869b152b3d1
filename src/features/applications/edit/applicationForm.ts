/** Converts an application to form values and back. */
import type { Application, ApplicationSettings } from '@api/contract/applications.ts';
import { secureAddress } from '@api/contract/rules/secureAddress.ts';
import type { Rule } from '@api/contract/rules/rule.ts';

export interface ApplicationValues extends Pick<
  ApplicationSettings,
  'displayName' | 'applicationName' | 'startUrl' | 'scopes' | 'pairwise' | 'impersonation'
> {
  readonly kind: Application['kind'];
  /** Contains one address on each line. */
  readonly redirectUris: string;
  readonly postLogoutRedirectUris: string;
  readonly backchannelLogoutUri: string;
  readonly credential: 'secret' | 'keys';
  /** Contains a JSON Web Key Set. */
  readonly publicKeys: string;
  readonly own: 'yes' | 'no';
  readonly limitsOrganisations: 'yes' | 'no';
  readonly organisationPublicIds: readonly string[];
  readonly limitsRoles: 'yes' | 'no';
  readonly roles: readonly string[];
}

export const newApplication: ApplicationValues = {
  kind: 'openid',
  displayName: '',
  applicationName: '',
  startUrl: '',
  redirectUris: '',
  postLogoutRedirectUris: '',
  backchannelLogoutUri: '',
  credential: 'secret',
  publicKeys: '',
  scopes: ['openid', 'profile', 'email'],
  pairwise: false,
  own: 'yes',
  limitsOrganisations: 'no',
  organisationPublicIds: [],
  limitsRoles: 'no',
  roles: [],
  impersonation: false,
};

export const valuesOf = (application: Application): ApplicationValues => ({
  kind: application.kind,
  displayName: application.displayName,
  applicationName: application.applicationName,
  startUrl: application.startUrl,
  redirectUris: application.redirectUris.join('\n'),
  postLogoutRedirectUris: application.postLogoutRedirectUris.join('\n'),
  backchannelLogoutUri: application.backchannelLogoutUri ?? '',
  credential: application.publicKeys ? 'keys' : 'secret',
  publicKeys: application.publicKeys ? JSON.stringify({ keys: application.publicKeys }, null, 2) : '',
  scopes: application.scopes,
  pairwise: application.pairwise,
  own: application.own ? 'yes' : 'no',
  limitsOrganisations: application.organisationPublicIds ? 'yes' : 'no',
  organisationPublicIds: application.organisationPublicIds ?? [],
  limitsRoles: application.roles ? 'yes' : 'no',
  roles: application.roles ?? [],
  impersonation: application.impersonation,
});

type Keys = ApplicationSettings['publicKeys'];

export const settingsOf = (values: ApplicationValues, publicKeys: Keys): ApplicationSettings => ({
  kind: values.kind,
  displayName: values.displayName.trim(),
  applicationName: values.applicationName.trim(),
  startUrl: values.startUrl.trim(),
  ...(values.kind === 'guarded' ? withoutOpenId : openIdOf(values, publicKeys)),
  organisationPublicIds: values.limitsOrganisations === 'yes' ? [...values.organisationPublicIds] : null,
  roles: values.limitsRoles === 'yes' ? [...values.roles] : null,
  impersonation: values.impersonation,
});

const openIdOf = (values: ApplicationValues, publicKeys: Keys) => ({
  redirectUris: linesOf(values.redirectUris),
  postLogoutRedirectUris: linesOf(values.postLogoutRedirectUris),
  backchannelLogoutUri: values.backchannelLogoutUri.trim() || null,
  publicKeys,
  scopes: values.scopes,
  pairwise: values.pairwise,
  own: values.own === 'yes',
});

/** Leaves out what was typed before a proxy was chosen. */
const withoutOpenId: Pick<ApplicationSettings, keyof ReturnType<typeof openIdOf>> = {
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  publicKeys: null,
  scopes: ['openid'],
  pairwise: false,
  own: true,
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The rule of an address, for each line. */
export const secureLines: Rule = { ...secureAddress, holds: (text) => linesOf(text).every(secureAddress.holds) };
export const trimmedAddress: Rule = { ...secureAddress, holds: (text) => secureAddress.holds(text.trim()) };

type KeysRead = { readonly keys: NonNullable<Keys> } | { readonly fault: 'keysNotJson' | 'keysPrivate' };

/** Reads keys from JSON. The server checks whether it accepts their kinds; a private key does not leave the browser. */
export function readKeys(text: string): KeysRead {
  const keys = parseKeys(text);
  if (!keys) return { fault: 'keysNotJson' };
  return keys.some((key) => PRIVATE.some((name) => name in key)) ? { fault: 'keysPrivate' } : { keys: keys as NonNullable<Keys> };
}

/** Parameters of private and secret keys (RFC 7518). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Parses a set, a list, or one key. */
function parseKeys(text: string): object[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const found: unknown = isObject(value) && 'keys' in value ? value.keys : value;
    const keys: unknown[] = Array.isArray(found) ? found : [found];
    return keys.length > 0 && keys.every(isObject) ? keys : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
