/**
 * Files as other systems export them, with hashes that other implementations have made of `FORMER_PASSWORD`; the commands are beside them, and in
 * `test/server/password/importedHash.test.ts`.
 */

export const FORMER_PASSWORD = 'Grüße-42 aus Köln';
/** The text that Keycloak keeps; an app has it in base32. */
export const KEYCLOAK_SEED = 'jdIZ8oPBxE2mWqRt5yUa';
export const KEYCLOAK_CODE = 'O0IL-1ABC-DEF2';

export const keycloakUser = (userName: string, more: object = {}) => ({
  id: `3f0b39cb-0a1b-4428-b36f-${Buffer.from(userName).toString('hex').padEnd(12, '0').slice(0, 12)}`,
  createdTimestamp: 1_693_887_631_918,
  username: userName,
  enabled: true,
  totp: false,
  emailVerified: true,
  firstName: 'Anna',
  lastName: 'Müller',
  email: `${userName.replaceAll(/\W/g, '.')}@former.example`,
  disableableCredentialTypes: [],
  requiredActions: [],
  realmRoles: ['default-roles-former', 'offline_access', 'member'],
  clientRoles: { account: ['manage-account', 'view-profile'] },
  notBefore: 0,
  groups: [],
  ...more,
});

/** hashlib.pbkdf2_hmac('sha512', PASSWORD, b'0123456789abcdef', 1000, 64), as Keycloak 24 and 25 keep it. */
const pbkdf2Sha512 = {
  id: 'c3f3759e-9d8a-4628-aad9-09e66f28a4e2',
  type: 'password',
  createdDate: 1_693_888_572_700,
  secretData: JSON.stringify({
    value: '3oc7NSiGnoAGMOeHxeuSmvIjwHur1FRnWEVadznkeP/UtJk7BcQoXBnSz1S/9ABIFYySNPxVxJCciMXEY5VGjQ==',
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
    additionalParameters: {},
  }),
  credentialData: JSON.stringify({ hashIterations: 1000, algorithm: 'pbkdf2-sha512', additionalParameters: {} }),
};

/** hashlib.pbkdf2_hmac('sha256', PASSWORD, b'0123456789abcdef', 27500, 64), as Keycloak up to 23 keeps it. */
const pbkdf2Sha256 = {
  ...pbkdf2Sha512,
  secretData: JSON.stringify({
    value: '/Xm/nbr+1ZFWCeoJKNq0BOUEnq3ze6bcOOd+zSMCN5RJnln/UusxoQnLj09gnEr2Fxq776aUZrZB/yXfGwO1bA==',
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
  }),
  credentialData: JSON.stringify({ hashIterations: 27_500, algorithm: 'pbkdf2-sha256' }),
};

/** printf PASSWORD | argon2 0123456789abcdef -id -t 5 -k 7168 -p 1 -l 32 -e, as Keycloak 26 keeps it. */
const argon2 = {
  ...pbkdf2Sha512,
  secretData: JSON.stringify({
    value: 'FUIYbrgRsdl5VtETHqywh83fjBhkyRN3Z23UNWxm2Ec=',
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
    additionalParameters: {},
  }),
  credentialData: JSON.stringify({
    hashIterations: 5,
    algorithm: 'argon2',
    additionalParameters: { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
  }),
};

const otp = {
  id: 'a0bb0000-0000-4000-8000-000000000001',
  type: 'otp',
  userLabel: 'Phone',
  secretData: JSON.stringify({ value: KEYCLOAK_SEED }),
  credentialData: JSON.stringify({ subType: 'totp', digits: 8, counter: 0, period: 60, algorithm: 'HmacSHA256' }),
};

/** hashlib.sha512(b'O0IL1ABCDEF2').digest() in base64. */
const recoveryCodes = {
  type: 'recovery-authn-codes',
  secretData: JSON.stringify({
    codes: [
      {
        number: 1,
        encodedHashedValue: 'TT24HFzWUqkxisosPLNRGCPbyBb9Bs/IDgQqujaL2Vm+urfwHrXMXiGtKQ8nIEMDzJ2LpVe2vEhlJv2xGXo4FQ==',
      },
    ],
  }),
  credentialData: JSON.stringify({ hashIterations: 1, algorithm: 'RS512', totalCodes: 1, remainingCodes: 1 }),
};

const keycloakUsers = [
  keycloakUser('anna_mueller', { credentials: [pbkdf2Sha256] }),
  keycloakUser('bert_of_24', { credentials: [pbkdf2Sha512], groups: ['/staff/sales'] }),
  keycloakUser('carla_of_26', { credentials: [argon2, otp, recoveryCodes], totp: true }),
  keycloakUser('dora.dotted', {
    credentials: [argon2, { type: 'webauthn', secretData: '{}', credentialData: '{}' }],
    federatedIdentities: [{ identityProvider: 'google', userId: '1', userName: 'dora' }],
  }),
  keycloakUser('emil_admin', { credentials: [argon2], realmRoles: ['SystemAdministration'] }),
  keycloakUser('frida_disabled', { credentials: [argon2], enabled: false }),
  keycloakUser('gustav_must_change', { credentials: [argon2], requiredActions: ['UPDATE_PASSWORD'] }),
  keycloakUser('hanna_plugin', {
    credentials: [{ ...argon2, credentialData: JSON.stringify({ hashIterations: 1, algorithm: 'pbkdf2-gost' }) }],
  }),
  { ...keycloakUser('service-account-app'), serviceAccountClientId: 'app' },
];

/** A passkey as Keycloak keeps it: its id in base64, its key in base64url (WebAuthnCredentialProvider, CredentialPublicKeyConverter). */
export const keycloakPasskey = (
  { id, coseKey, counter = 0 }: { readonly id: Buffer; readonly coseKey: Buffer; readonly counter?: number },
  type: 'webauthn' | 'webauthn-passwordless' = 'webauthn-passwordless',
) => ({
  id: 'a0bb0000-0000-4000-8000-000000000002',
  type,
  userLabel: 'Blue key',
  createdDate: 1_693_888_572_700,
  secretData: '{}',
  credentialData: JSON.stringify({
    aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
    credentialId: id.toString('base64'),
    counter,
    credentialPublicKey: coseKey.toString('base64url'),
    attestationStatementFormat: 'none',
    transports: ['internal', 'hybrid', 'carrier-pigeon'],
  }),
});

/** `kc.sh export --file realm.json --users realm_file`. */
export const keycloakRealm = (users: readonly object[] = keycloakUsers, settings: object = {}): string =>
  JSON.stringify(
    {
      id: 'former',
      realm: 'former',
      enabled: true,
      ...settings,
      roles: { realm: [{ id: '1', name: 'member', composite: false }], client: { users: [] } },
      groups: [{ id: '2', name: 'staff', path: '/staff', subGroups: [{ id: '3', name: 'sales', path: '/staff/sales' }] }],
      defaultRole: { id: '4', name: 'default-roles-former' },
      users,
      clients: [{ clientId: 'app', attributes: { users: '[1, {"}' } }],
    },
    null,
    2,
  );

/** Keycloak before version 8. */
export const keycloakOfOld = (): string =>
  JSON.stringify({
    realm: 'old',
    users: [
      keycloakUser('old_timer', {
        credentials: [
          {
            type: 'password',
            hashedSaltedValue: '3oc7NSiGnoAGMOeHxeuSmvIjwHur1FRnWEVadznkeP/UtJk7BcQoXBnSz1S/9ABIFYySNPxVxJCciMXEY5VGjQ==',
            salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
            hashIterations: 1000,
            algorithm: 'pbkdf2-sha512',
          },
          { type: 'totp', value: KEYCLOAK_SEED, digits: 6, period: 30, algorithm: 'HmacSHA1' },
        ],
      }),
    ],
  });

/** php -r 'echo password_hash($p, PASSWORD_BCRYPT, ["cost" => 6]);' */
const BCRYPT = '$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe';

/** The export of hashes, one user a line, and the format of its bulk import. */
export const auth0Lines = (): string =>
  [
    {
      _id: { $oid: '60425dc43519d90068f82973' },
      email_verified: true,
      email: 'anton@former.example',
      passwordHash: BCRYPT,
      password_set_date: { $date: '2021-03-05T16:34:44.502Z' },
      tenant: 'former',
      connection: 'Username-Password-Authentication',
      _tmp_is_unique: true,
    },
    {
      user_id: 'auth0|60425dc43519d90068f82974',
      email: 'berta@former.example',
      email_verified: false,
      given_name: 'Berta',
      family_name: 'Beispiel',
      app_metadata: { authorization: { roles: ['Member'], groups: ['sales'] } },
      custom_password_hash: {
        algorithm: 'scrypt',
        cost: 1024,
        blockSize: 8,
        parallelization: 5,
        keylen: 64,
        hash: {
          value: 'kUfyr7Wv3nVwrTH8I1PM7cl372lHXYymcy68ukU+XuTjhUO44oLFP/lSMF3Uvx8te9SnPgfyXGDI+NYRQgyZ5g==',
          encoding: 'base64',
        },
        salt: { value: 'saltysalt', encoding: 'utf8' },
      },
      mfa_factors: [{ totp: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' } }, { phone: { value: '+15551112233' } }],
    },
  ]
    .map((user) => JSON.stringify(user))
    .join('\n');

/** What the console shows; the values are those of Firebase's own sample. */
export const FIREBASE_CONFIG = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;

/** hashlib.scrypt(PASSWORD, salt=b'1234567890' + separator, n=2**14, r=8, p=1, dklen=32), then `openssl enc -aes-256-ctr` of the signer key. */
export const firebaseUsers = (): string =>
  JSON.stringify({
    users: [
      {
        localId: 'ipkcVwGjDAWvP7zuUWGyhqb8G2k1',
        email: 'firebird@former.example',
        emailVerified: true,
        passwordHash: 'RuSXri1Mb4aW8KB3m70BzrDjg0-eYAvxh8VBf9FgIeyWebf3xkdLPmhX3dO6SMmS5wMWtiZJmctqIj3IXOj1Gw==',
        salt: 'MTIzNDU2Nzg5MA==',
        displayName: 'Ferdinand Vogel',
        lastSignedInAt: '1693887631918',
        createdAt: '1693887631918',
        providerUserInfo: [{ providerId: 'google.com', rawId: '1' }],
        customAttributes: '{"role":"Member"}',
      },
    ],
  });

/** `manage.py dumpdata auth`; make_password(PASSWORD, hasher='pbkdf2_sha256'). */
export const djangoDump = (): string =>
  JSON.stringify([
    { model: 'auth.permission', pk: 1, fields: { name: 'Can add', content_type: 1, codename: 'add' } },
    { model: 'auth.group', pk: 7, fields: { name: 'Support', permissions: [] } },
    {
      model: 'auth.user',
      pk: 1,
      fields: {
        password: 'pbkdf2_sha256$260000$Cej6tvFKcivJTXfpI1WJLS$yDli+P+hsN+6etcVMXFP2rP/D8QH59hCWTjqDElSKFk=',
        last_login: null,
        is_superuser: true,
        username: 'django@former.example',
        first_name: 'Django',
        last_name: 'Reinhardt',
        email: 'django@former.example',
        is_staff: false,
        is_active: true,
        date_joined: '2024-01-01T00:00:00Z',
        groups: [7],
        user_permissions: [],
      },
    },
    {
      model: 'auth.user',
      pk: 2,
      fields: { password: '!Unusable', username: 'nobody_opens', email: 'closed@former.example', is_active: true, groups: [] },
    },
  ]);

/** `SELECT * FROM wp_users` as CSV; the hashes of phpass and of WordPress 6.8. */
export const wordpressTable = (): string =>
  [
    'ID,user_login,user_pass,user_nicename,user_email,user_registered,display_name,wp_capabilities',
    '1,wordpress_old,$P$9E09TSgNr9GqjW61aVJtVspGzms3Ah.,old,old@former.example,2019-01-01 00:00:00,Otto Alt,"a:1:{s:10:""subscriber"";b:1;}"',
    '2,wordpress_new,$wp$2y$06$04y2I1Yr9dUGwYweCwY2ruvYvVqTQ1hz7oLgHJVvNUQphqiywZIMy,new,new@former.example,2025-05-01 00:00:00,"Nora',
    'Neu","a:1:{s:13:""administrator"";b:1;}"',
  ].join('\r\n');

export const supertokensUsers = (): string =>
  JSON.stringify({
    users: [
      {
        externalUserId: 'super-1',
        userMetadata: { first_name: 'Super', last_name: 'Token' },
        userRoles: [{ role: 'member', tenantIds: ['public'] }],
        totpDevices: [{ secretKey: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', period: 60, skew: 1, deviceName: 'Phone' }],
        loginMethods: [
          {
            recipeId: 'emailpassword',
            email: 'super@former.example',
            isVerified: true,
            hashingAlgorithm: 'bcrypt',
            passwordHash: BCRYPT,
          },
          { recipeId: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: '1', email: 'super@former.example' },
        ],
      },
    ],
  });

export const logtoUsers = (): string =>
  JSON.stringify([
    {
      id: 'logto-1',
      username: null,
      primaryEmail: 'logto@former.example',
      name: 'Lotte Go',
      profile: {},
      identities: { github: { userId: '1' } },
      passwordEncrypted: '$argon2i$v=19$m=512,t=2,p=2$TYnRWouxNqaU8n4vZSwFQA$c3qjTpllJIrV15WL9ZmBXQ',
      passwordEncryptionMethod: 'Argon2i',
      isSuspended: false,
    },
  ]);
