/**
 * The real LemonLDAP::NG as an identity provider with both protocols, in a directory of its own, where Debian's package is
 * installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CookieJar } from 'tough-cookie';
import { eventually } from './eventually.ts';
import { freePort } from './nginx.ts';
import { newSamlKey } from './samlKey.ts';
import { unescaped, logInAtProvider, type PostedForm } from './logInAtProvider.ts';

const ROOT = '/usr/share/lemonldap-ng/portal';
/** Only letters and digits: LemonLDAP compares the header of the token request without undoing its encoding (RFC 6749, 2.3.1). */
export const LEMON_CLIENT = { clientId: 'gatehouse', clientSecret: 'aSecretOfTheProvider' };
/** Its own demo users, whose password is the name. */
export const LEMON_DOMAIN = 'badwolf.org';
type LemonUser = 'dwho' | 'rtyler' | 'msmith';

/** Our values, which its administrator enters. */
interface Trusted {
  readonly redirectUri: string;
  readonly samlMetadata: string;
}

export interface LemonLdap {
  readonly issuer: string;
  readonly samlMetadataUrl: string;
  /** Visits the provider like a browser. @returns the form or the address of another site to which it is sent */
  visit(address: string, jar: CookieJar, user: LemonUser): Promise<PostedForm | string>;
  /** @returns addresses of other sites that the page of the logout opens in frames */
  logOut(jar: CookieJar): Promise<string[]>;
  stop(): Promise<void>;
}

const MAX_SAID = 5000;
const MODULES = [
  'Lemonldap::NG::Portal::Main',
  'Lemonldap::NG::Portal::Issuer::SAML',
  'Lemonldap::NG::Portal::Issuer::OpenIDConnect',
  'Lasso',
  'Crypt::OpenSSL::Bignum',
  'HTTP::Server::PSGI',
];
export const isLemonLdapInstalled = (): boolean =>
  spawnSync('plackup', ['--version']).status === 0 &&
  spawnSync('perl', [...MODULES.map((name) => `-M${name}`), '-e', `exit(-f '${ROOT}/htdocs/index.psgi' ? 0 : 1)`]).status === 0;

export async function startLemonLdap({ redirectUri, samlMetadata }: Trusted): Promise<LemonLdap> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-lemonldap-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  const { key, certificate } = newSamlKey();
  for (const name of ['conf', 'cache', 'sessions/lock', 'persistent/lock']) await mkdir(join(folder, name), { recursive: true });
  const stored = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  const attribute = (name: string) => `1;${name};urn:oasis:names:tc:SAML:2.0:attrname-format:basic;${name}`;
  const configuration = {
    cfgNum: 1,
    cfgVersion: '2.16.1',
    cfgAuthor: 'a test',
    cfgDate: 1,
    portal: `${origin}/`,
    domain: '127.0.0.1',
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: 'a key of a test',
    requireToken: 0,
    // It loads a captcha, used or not; the usual one draws with a module that Debian only recommends.
    captcha: '::Lib::OneTimeToken',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: stored('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: stored('persistent'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: join(folder, 'cache'), directory_umask: '007' },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: `${origin}/`,
    oidcServicePrivateKeySig: key,
    oidcServicePublicKeySig: certificate,
    oidcServiceKeyIdSig: 'first',
    // It marks no address as verified unless configured.
    oidcRPMetaDataMacros: { gatehouse: { verified: '1' } },
    oidcRPMetaDataExportedVars: { gatehouse: { email: 'mail', email_verified: 'verified;bool;auto', name: 'cn' } },
    oidcRPMetaDataOptions: {
      gatehouse: {
        oidcRPMetaDataOptionsClientID: LEMON_CLIENT.clientId,
        oidcRPMetaDataOptionsClientSecret: LEMON_CLIENT.clientSecret,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
      },
    },
    issuerDBSAMLActivation: 1,
    // It requires signed requests unless configured, and ours are not signed.
    samlIDPSSODescriptorWantAuthnRequestsSigned: 0,
    samlServicePrivateKeySig: key,
    samlServicePublicKeySig: certificate,
    samlSPMetaDataXML: { gatehouse: { samlSPMetaDataXML: samlMetadata } },
    samlSPMetaDataExportedAttributes: { gatehouse: { mail: attribute('mail'), cn: attribute('cn') } },
    samlSPMetaDataOptions: {
      gatehouse: {
        samlSPMetaDataOptionsNameIDFormat: 'persistent',
        samlSPMetaDataOptionsCheckSSOMessageSignature: 0,
        samlSPMetaDataOptionsCheckSLOMessageSignature: 0,
        samlSPMetaDataOptionsSignSSOMessage: 1,
        samlSPMetaDataOptionsSignSLOMessage: 1,
      },
    },
  };
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(configuration));
  await writeFile(
    join(folder, 'lemonldap-ng.ini'),
    `[all]\nlogLevel = notice\n[configuration]\ntype = File\ndirName = ${folder}/conf\nlocalStorage = Cache::FileCache\n` +
      `localStorageOptions = { 'namespace' => 'configuration', 'default_expires_in' => 600, 'cache_root' => '${folder}/cache', 'cache_depth' => 1 }\n` +
      `[portal]\ntemplateDir = ${ROOT}/templates\nlanguages = en\nstaticPrefix = /static\n`,
  );
  const child = spawn(
    'plackup',
    [
      '--server',
      'HTTP::Server::PSGI',
      '--env',
      'deployment',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      `${ROOT}/htdocs/index.psgi`,
    ],
    { env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, MAX_SAID)));
  const ended = once(child, 'exit');
  const samlMetadataUrl = `${origin}/saml/metadata`;
  await eventually('LemonLDAP::NG to answer', async () => (await fetch(samlMetadataUrl)).ok).catch((error: unknown) => {
    child.kill();
    throw new Error(`LemonLDAP::NG did not start: ${said}`, { cause: error });
  });

  const visit = (address: string, jar: CookieJar, user: string) =>
    logInAtProvider({ origin, credentials: { user, password: user }, said: () => said }, address, jar);
  return {
    issuer: `${origin}/`,
    samlMetadataUrl,
    visit: async (address, jar, user) => {
      const found = await visit(address, jar, user);
      if (typeof found === 'string' || 'action' in found) return found;
      throw new Error(`LemonLDAP::NG answered ${found.page.slice(0, 6000)}\n${said}`);
    },
    logOut: async (jar) => {
      const found = await visit(`${origin}/?logout=1`, jar, 'nobody');
      if (typeof found === 'string' || 'action' in found) throw new Error('The logout ends elsewhere');
      return [...found.page.matchAll(/<iframe src="([^"]+)"/g)].map(([, address = '']) => unescaped(address));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
