/** The real SimpleSAMLphp as an identity provider, in a directory of its own, where Debian's package is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CookieJar } from 'tough-cookie';
import { eventually } from './eventually.ts';
import { freePort } from './nginx.ts';
import { newSamlKey } from './samlKey.ts';
import { logInAtProvider, type PostedForm } from './logInAtProvider.ts';

const ROOT = '/usr/share/simplesamlphp';
const ENCRYPTED_ASSERTION = `${ROOT}/vendor/simplesamlphp/saml2/src/SAML2/EncryptedAssertion.php`;
const PASSWORD = 'a password there';

export interface SimpleSamlPhp {
  readonly metadataUrl: string;
  /** The address at which its users log out there and everywhere. */
  readonly logOutUrl: string;
  /** Enters a service provider, like its administrator. */
  trust(metadata: string): Promise<void>;
  /**
   * Encrypts assertions from now on. It has AES-128-CBC only; GCM, which its library for XML has, is what later versions have: one name
   * in its code is another one then.
   */
  encryptWith(cipher: 'AES128_CBC' | 'AES128_GCM' | 'AES256_GCM'): Promise<void>;
  /**
   * Visits the provider like a browser: follows redirects, and logs in where asked.
   * @returns the form or the address of another site to which it is sent
   */
  visit(address: string, jar: CookieJar): Promise<PostedForm | string>;
  stop(): Promise<void>;
}

export interface SimpleSamlUser {
  readonly uid: string;
  readonly email: string;
}

const EXTENSIONS = `exit(extension_loaded('dom') && extension_loaded('mbstring') ? 0 : 1);`;
export const isSimpleSamlPhpInstalled = (): boolean =>
  spawnSync('php', ['-r', `is_file('${ROOT}/www/index.php') || exit(1); ${EXTENSIONS}`]).status === 0;

/** @param loggedOutUrl the address at which a logout there ends */
export async function startSimpleSamlPhp(user: SimpleSamlUser, loggedOutUrl: string): Promise<SimpleSamlPhp> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-simplesamlphp-'));
  const origin = `http://127.0.0.1:${String(await freePort())}`;
  const ours = join(folder, 'gatehouse.xml');
  const { key, certificate } = newSamlKey();
  const encryption = join(folder, 'encryption.php');
  // A source of metadata can't be empty.
  const nobody = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="nobody">
    <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://nobody.example/"/>
    </SPSSODescriptor></EntityDescriptor>`;
  for (const name of ['metadata', 'sessions', 'temporary']) await mkdir(join(folder, name));
  const files = {
    'key.pem': key,
    'certificate.pem': certificate,
    'gatehouse.xml': nobody,
    'encryption.php': '<?php $encrypts = false;',
    'config.php': `<?php $config = [
      'baseurlpath' => '${origin}/', 'secretsalt' => 'salt of a test', 'auth.adminpassword' => 'of a test',
      'certdir' => '${folder}', 'datadir' => '${folder}', 'loggingdir' => '${folder}', 'metadatadir' => '${folder}/metadata',
      'tempdir' => '${folder}/temporary', 'attributenamemapdir' => '/etc/simplesamlphp/attributemap/', 'timezone' => 'UTC',
      'logging.handler' => 'errorlog', 'enable.saml20-idp' => true, 'trusted.url.domains' => ['${new URL(loggedOutUrl).host}'],
      'module.enable' => ['core' => true, 'exampleauth' => true, 'saml' => true],
      'store.type' => 'phpsession', 'session.phpsession.savepath' => '${folder}/sessions', 'session.phpsession.cookiename' => 'idp',
      'session.cookie.secure' => false, 'session.cookie.samesite' => null, 'language.cookie.secure' => false,
      'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => '${ours}']],
    ];`,
    'authsources.php': `<?php $config = ['users' => ['exampleauth:UserPass', '${user.uid}:${PASSWORD}' => [
      'uid' => ['${user.uid}'], 'mail' => ['${user.email}'], 'givenName' => ['Ada'], 'sn' => ['Quay']]]];`,
    'metadata/saml20-idp-hosted.php': `<?php require '${encryption}'; $metadata['${origin}/idp'] = [
      'assertion.encryption' => $encrypts, 'validate.logout' => true,
      'host' => '__DEFAULT__', 'privatekey' => 'key.pem', 'certificate' => 'certificate.pem', 'auth' => 'users',
      'sign.logout' => true, 'logouttype' => 'traditional', 'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
        'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']],
    ];`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const child = spawn(
    'php',
    ['-d', 'opcache.enable=0', '-d', `auto_prepend_file=${encryption}`, '-S', new URL(origin).host, '-t', `${ROOT}/www`],
    {
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const metadataUrl = `${origin}/saml2/idp/metadata.php`;
  await eventually('SimpleSAMLphp to answer', async () => (await fetch(metadataUrl)).ok).catch((error: unknown) => {
    child.kill();
    throw new Error(`SimpleSAMLphp did not start: ${said}`, { cause: error });
  });

  const there = { origin, credentials: { username: user.uid, password: PASSWORD }, said: () => said };
  return {
    metadataUrl,
    logOutUrl: `${origin}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(loggedOutUrl)}`,
    trust: (metadata) => writeFile(ours, metadata),
    encryptWith: async (cipher) => {
      const code = (await readFile(ENCRYPTED_ASSERTION, 'utf8')).replace(
        'XMLSecurityKey::AES128_CBC)',
        `XMLSecurityKey::${cipher})`,
      );
      const file = join(folder, `${cipher}.php`);
      await writeFile(file, code);
      await writeFile(encryption, `<?php $encrypts = true; require_once '${ROOT}/lib/_autoload.php'; require_once '${file}';`);
    },
    visit: async (address, jar) => {
      const found = await logInAtProvider(there, address, jar);
      if (typeof found === 'string' || 'action' in found) return found;
      throw new Error(`SimpleSAMLphp answered ${found.page.slice(0, 3000)}\n${said}`);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
