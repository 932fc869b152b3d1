/**
 * Every place where the server parses what others have sent: who may reach it, how it is counted, and what is refused before it is
 * parsed. `registry/foreignInput.test.ts` prints it into docs/security.md, and fails for a parser that is not here; `npm run bench --
 * --only stall` measures how long each blocks the event loop, with inputs made to be slow.
 */
import { MAX_PIECE_BYTES } from '../../server/imports/bytes/piece.ts';
import { MAX_UNPACKED_BYTES, MAX_WORKBOOK_BYTES } from '../../server/imports/workbook/bounds.ts';
import { MAX_PERSON_CHARACTERS } from '../../server/imports/person.ts';
import { LOGOUT_LIMITS, MAX_MESSAGE_BYTES, RESPONSE_LIMITS } from '../../server/identityProviders/saml/shell.ts';

type Sender = 'anonymous' | 'key' | 'administrator';

/** Maximum of a turn of the event loop, in milliseconds of processor time. */
export const BUDGET_MS: Readonly<Record<Sender, number>> = { anonymous: 50, key: 100, administrator: 100 };

export interface Place {
  readonly what: string;
  readonly sender: Sender;
  readonly files: readonly string[];
  /** The rate limit, and whether it counts before the body is read. */
  readonly counted: string;
  /** Refused before it is parsed. */
  readonly limits: string;
  /** What is done in a thread, and for how long at most. */
  readonly thread?: string;
}

const KIB = 1024;
const kib = (bytes: number): string => `${String(bytes / KIB)} KiB`;
const mib = (bytes: number): string => `${String(bytes / KIB / KIB)} MiB`;
const SAML = 'server/identityProviders/saml';

export const places = {
  samlLogout: {
    what: 'SAML: a logout message, by form or redirect',
    sender: 'anonymous',
    files: [`${SAML}/slo.routes.ts`, `${SAML}/redirect.ts`, `${SAML}/xml.ts`, `${SAML}/shell.ts`, `${SAML}/signers.ts`],
    counted: '60 refused per address and connection in 15 min, 600 per address; before the body',
    limits: `64 KiB, 20 fields, ${String(LOGOUT_LIMITS.parts)} elements and attributes; a digest only under a signature that is the provider’s`,
    thread: 'above 12 KiB or 120 elements: 15 s, two at a time',
  },
  samlResponse: {
    what: 'SAML: a response',
    sender: 'anonymous',
    files: [
      `${SAML}/acs.routes.ts`,
      `${SAML}/provider.ts`,
      `${SAML}/digests.ts`,
      `${SAML}/thread.ts`,
      `${SAML}/opening.ts`,
      `${SAML}/encrypted.ts`,
      `${SAML}/decryption.ts`,
    ],
    counted: '`LIMIT_SSO_RESPONSES_PER_ADDRESS`; before the body',
    limits: `${kib(MAX_MESSAGE_BYTES)}, 20 fields, ${String(RESPONSE_LIMITS.elements)} elements, ${String(RESPONSE_LIMITS.parts)} with attributes; a digest only under a signature that is the provider’s`,
    thread: 'above 12 KiB or 120 elements: 15 s, two at a time',
  },
  jwt: {
    what: 'JWT: logout tokens and revocations of providers',
    sender: 'anonymous',
    files: [
      'server/identityProviders/logOut/logout.routes.ts',
      'server/identityProviders/logOut/revocation.routes.ts',
      'server/identityProviders/openid/tokens.ts',
      'server/identityProviders/forms.ts',
    ],
    counted: '60 refused per address and connection in 15 min, 600 per address; before the body',
    limits: '32 KiB, 20 fields; a revocation 8 KiB',
    thread: 'signatures in libuv’s pool',
  },
  json: {
    what: 'JSON of every call, and the faults in it',
    sender: 'anonymous',
    files: ['server/http/contentTypeParsers.ts', 'server/http/validate.ts'],
    counted: 'the limits of each call, once it is read',
    limits: '1 MiB, 32 levels, 50,000 values; 100 faults are worded',
  },
  multipart: {
    what: 'Multipart and files: support tickets',
    sender: 'anonymous',
    files: ['server/support/upload.ts', 'server/http/multipart.ts'],
    counted: '`LIMIT_TICKETS_PER_ADDRESS`, `LIMIT_ANONYMOUS_TICKETS`; before the body',
    limits:
      '`MAX_ATTACHMENT_BYTES` for each of `MAX_ATTACHMENTS`, 40 fields, a boundary of 24 characters; the type by the first 128 KiB, images are not decoded',
  },
  headers: {
    what: 'Headers, cookies, addresses and queries',
    sender: 'anonymous',
    files: ['server/identityProviders/logIn/sso.routes.ts', 'server/identityProviders/logIn/callback.ts'],
    counted: 'the limits of each call',
    limits: '16 KiB together',
  },
  reports: {
    what: 'Reports of browsers on the content policy',
    sender: 'anonymous',
    files: ['server/http/cspReports.ts'],
    counted: '30 logged a minute',
    limits: '16 KiB',
  },
  openId: {
    what: 'OpenID Connect: requests of browsers and applications',
    sender: 'anonymous',
    files: ['server/oidc/routes.ts', 'server/oidc/browserRequest.ts', 'server/oidc/interaction.routes.ts'],
    counted: '`LIMIT_AUTHORIZE_PER_ADDRESS`, `LIMIT_AUTHORIZE_ANONYMOUS`',
    limits: '8 KiB and 50 parameters of a browser, 2 KiB each; 56 KiB of an application',
  },
  passkeys: {
    what: 'WebAuthn: assertions and attestations (CBOR)',
    sender: 'anonymous',
    files: ['server/passkeys/relyingParty.ts'],
    counted: '`LIMIT_PASSKEY_CHALLENGES`, one try for each challenge',
    limits: '1 MiB, by field 8 to 100 KB',
  },
  directory: {
    what: 'SCIM: bodies, filters and paths of a directory',
    sender: 'key',
    files: [
      'server/directories/protocol/routes.ts',
      'server/directories/protocol/json.ts',
      'server/directories/protocol/filter.ts',
      'server/directories/protocol/path.ts',
    ],
    counted: 'the key before the body',
    limits: '4 MiB, 12 levels, 150,000 values; a filter 1,000 characters, 6 levels, 20 terms',
  },
  list: {
    what: 'Lists of users: import and sync (the browser reads CSV)',
    sender: 'administrator',
    files: ['server/sync/list.ts', 'server/http/mount.ts'],
    counted: 'the session or key before the body, one list at a time',
    limits: '32 MiB',
    thread: 'above 8 KiB: 60 s',
  },
  foreignFile: {
    what: 'Files of other systems, whose people come here: JSON, CSV and workbooks, one person after the other',
    sender: 'administrator',
    files: [
      'server/imports/json.ts',
      'server/imports/readJson.ts',
      ...['archive', 'parts', 'rows', 'texts', 'xml'].map((name) => `server/imports/workbook/${name}.ts`),
    ],
    counted: '`LIMIT_WAITING_IMPORTS`; the session before the body',
    limits: `\`MAX_IMPORT_BYTES\`, ${kib(MAX_PIECE_BYTES)} for each person, of which ${kib(MAX_PERSON_CHARACTERS)} come, a boundary of 24 characters; of a workbook ${mib(MAX_WORKBOOK_BYTES)}, unpacked ${mib(MAX_UNPACKED_BYTES)}`,
    thread: 'workbooks: 60 s, one at a time',
  },
  metadata: {
    what: 'SAML: metadata, pasted or from the provider’s address',
    sender: 'administrator',
    files: [`${SAML}/metadata.ts`, `${SAML}/certificates.ts`],
    counted: 'within JSON as above; the session before it is parsed',
    limits: '256 KiB, 15,000 elements and attributes; no signature is verified',
  },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

/** Files that parse what the server itself, its operator or a service that the operator has chosen has written. */
export const ownInput: Readonly<Record<string, string>> = {
  'server/audit/archiveFile.ts': 'archives of the audit, by the operator',
  'server/audit/words.ts': 'events of the own database',
  'server/config/environment.ts': 'the environment',
  'server/embedded/binaries.ts': 'a package of the installation',
  'server/embedded/dataDirLock.ts': 'the own lock file',
  'server/http/pageConfig.ts': 'a file of the installation',
  'server/i18n/phrases.ts': 'files of the installation',
  'server/identityProviders/saml/ownCertificate.ts': 'certificates made there',
  'server/imports/former/ask.ts': 'answers of the former system, which the operator has chosen',
  'server/imports/judge.ts': 'rows of the own database',
  'server/oidc/keys.ts': 'keys of the own database',
};
