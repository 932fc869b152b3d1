/** Shapes of people who come from other systems, with their passwords and second factors. */
import { z } from 'zod';
import { MAX_REQUEST_MS, MAX_STREAM_MS, operations } from './endpoint.ts';
import { importRefusals, importsCalls } from './imports.calls.ts';
import { reasonQuery } from './reason.ts';
import { count, id, text, time } from './shape.ts';

export const importStates = ['reading', 'ready', 'running', 'paused', 'done', 'cancelled', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** What of a person does not come, or comes otherwise than in the file; the person comes all the same. */
export const importNotices = [
  /** The password's hash is of no known scheme: the person sets a password by "Forgotten password". */
  'hashUnknown',
  /** One step of MD5 or SHA: refused unless weak hashes are asked for. */
  'hashWeak',
  'hashTooCostly',
  'noPassword',
  /** Another name to log in with: the former one does not follow the rules of user names. The e-mail address works in its place. */
  'userNameChanged',
  'nameChanged',
  'roleUnknown',
  /** Administrators are made by hand, with what another administrator has to approve. */
  'administrativeRole',
  /** A counter-based or a second authenticator, or one with parameters that are not supported. */
  'authenticatorDropped',
  /** Bound to the domain of the former system, or without the parts that are needed. */
  'passkeyDropped',
  'linkDropped',
  'recoveryCodesDropped',
  'phoneFactorDropped',
] as const;
export type ImportNotice = (typeof importNotices)[number];

export type ImportRefusal = (typeof importRefusals)[number];

const former = text().max(255);

export const ImportChoices = z.strictObject({
  /** Roles and groups of the former system, and the role here; empty: none, and nothing is said about it. */
  roles: z.record(former, z.string().max(100)),
  /** Of people without a role. */
  defaultRole: z.string().max(100),
  /** The organisation of users without one by the file or by the domain of their address. */
  organisationId: id.nullable(),
  /** The organisation by the domain of the address. */
  domains: z.record(former, id),
  /** Whether hashes of one step of MD5 or SHA are taken, wrapped in argon2id. */
  weakHashes: z.boolean(),
  /** Whether people who come without a password are mailed a link to set one. */
  mailLinks: z.boolean(),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

const Import = z.object({
  importId: id,
  /** The system, as the file's content says. */
  source: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** User name of who has started it, or read the file; null: the operator. */
  requestedBy: z.string().nullable(),
  requestedAt: time,
  finishedAt: time.nullable(),
  /** Until when it can be undone; null: it cannot. */
  undoableUntil: time.nullable(),
  choices: ImportChoices,
  /** Rows of the file, and those that have an outcome. An undo counts back. */
  progress: z.object({ total: count, done: count }),
});
export type Import = z.infer<typeof Import>;

const byCode = z.record(z.string(), count);

export const ImportCounts = z.object({
  total: count,
  /** People who come, or have come. */
  coming: count,
  /** Users made by earlier imports. */
  unchanged: count,
  /** People whom an undo has removed, and those whom it has not: they have logged in since, or administer. */
  undone: count,
  kept: count,
  withPassword: count,
  withAuthenticator: count,
  /** How often each notice is given. */
  notices: byCode,
  refusals: byCode,
  /** Former roles and groups that no role here is chosen for, the most frequent first. */
  unknownRoles: z.array(z.string()),
  /** Domains of the addresses, the most frequent first. */
  domains: z.array(z.object({ domain: z.string(), people: count })),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const CountedImport = Import.extend({ counts: ImportCounts });
export type CountedImport = z.infer<typeof CountedImport>;

const importResults = ['comes', 'created', 'unchanged', 'refused', 'undone', 'kept'] as const;

export const ImportRow = z.object({
  place: count,
  /** Of the file. */
  line: count,
  result: z.enum(importResults),
  refusal: z.enum(importRefusals).nullable(),
  /** Empty for a row that can't be read. */
  userName: z.string(),
  email: z.string(),
  organisation: z.string(),
  roles: z.array(z.string()),
  hasPassword: z.boolean(),
  hasAuthenticator: z.boolean(),
  notices: z.array(z.object({ code: z.enum(importNotices), value: z.string().optional() })),
});
export type ImportRow = z.infer<typeof ImportRow>;

const params = z.strictObject({ importId: id });
const changed = { params, reply: Import };

export const importsOperations = operations(importsCalls, {
  'Imports.List': {
    summary: 'Imports of the last 30 days, and those that are not finished, newest first',
    reply: z.array(Import),
  },
  'Imports.Read': {
    effects: [],
    timeoutMs: MAX_REQUEST_MS,
    slowBody: true,
    summary: 'Read the `file` of another system; no account is changed',
    description:
      'Keycloak, Auth0, Firebase, Django, SuperTokens, Logto, or a table as CSV: the content decides which, never the name. The rows are stored encrypted, and judged with what of them comes, what does not, and why. `firebase` comes before the file: the `hash_config { … }` that Firebase’s console shows. An import that nobody starts is deleted after 7 days.',
    body: z.strictObject({ firebase: z.string().max(2000).optional() }),
    reply: Import,
    status: 201,
    problems: [
      'PayloadTooLarge',
      'FileEmpty',
      'FileUnknown',
      'FileSpreadsheet',
      'FileBroken',
      'HashParametersWrong',
      'TooManyImports',
    ],
  },
  'Imports.Get': {
    summary: 'One import, with what comes and what does not, in counts',
    params,
    reply: CountedImport,
  },
  'Imports.Rows': {
    summary: 'The rows of an import, in the order of the file',
    description:
      'In pages: `next` is the `after` of the next one, null on the last. `code` asks for the rows with this notice or refusal. Rows are deleted when the import can’t be undone any more.',
    params,
    query: z.strictObject({ after: count.optional(), code: z.enum([...importNotices, ...importRefusals]).optional() }),
    reply: z.object({ rows: z.array(ImportRow), next: count.nullable() }),
    problems: ['PersonalDataLimit'],
  },
  'Imports.Report': {
    timeoutMs: MAX_STREAM_MS,
    summary: 'All rows of an import as CSV',
    params,
    reply: z.string(),
    problems: ['PersonalDataLimit'],
  },
  'Imports.Choose': {
    effects: [],
    timeoutMs: MAX_REQUEST_MS,
    summary: 'Choose roles, organisations and what else comes, before the start: every row is judged anew',
    body: ImportChoices,
    ...changed,
    problems: ['Conflict', 'Invalid'],
  },
  'Imports.Start': {
    effects: [],
    summary: 'Make the accounts',
    description:
      'The server makes them a hundred at a time, and goes on without the page and after a crash; no account is made twice. Administrative roles are never given by a file. It goes on as long as the caller is a system administrator, and is paused otherwise.',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Pause': { effects: [], summary: 'Pause a running import', ...changed, problems: ['Conflict'] },
  'Imports.Resume': {
    effects: [],
    summary: 'Go on with a paused import, from now on as the caller',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Cancel': {
    effects: [],
    summary: 'Cancel an import: who has not come yet does not come',
    description: 'The rows of one that was never started are deleted.',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Undo': {
    effects: ['erases'],
    summary: 'Take an import back, within 30 days',
    description:
      'Removes the accounts that it has made and that were never used: users who have logged in since, or administer by now, stay. Where two pairs of eyes are required, another system administrator approves it beyond a few users an hour.',
    ...changed,
    query: reasonQuery,
    problems: ['Conflict', 'ApprovalNeeded', 'ReasonRequired'],
  },
});
