/** Shapes of people who come from other systems, with their passwords and second factors. */
import { z } from 'zod';

import { count, id, text, time } from './shape.ts';

/** Why a person does not come at all. */
export const importRefusals = [
  /** No JSON, no UTF-8, not the shape of the system. */
  'unreadable',
  'tooLong',
  'emailMissing',
  'emailInvalid',
  'nameTaken',
  'emailTaken',
  /** The file has the name, the address or the id before. */
  'repeated',
  'organisationUnknown',
] as const;

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
  /** Made for another domain, or it is not known for which. */
  'passkeyDropped',
  /** Without the parts that are needed. */
  'passkeyBroken',
  /** Of an algorithm that no login here accepts. */
  'passkeyAlgorithm',
  /** Another user has it, or has it before in the file. */
  'passkeyTaken',
  /** More than a user may have. */
  'passkeyTooMany',
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
  /** The domain that passkeys were made for, where the file does not say it; empty: they are left out. */
  passkeyDomain: z.string().max(253),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

export const Import = z.object({
  importId: id,
  /** The system, as the file's content says. */
  source: z.string(),
  fileName: z.string(),
  /** The sheet that was read, of a workbook; null: no workbook. */
  sheet: z.string().nullable(),
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
  withPasskeys: count,
  /** How often each notice is given. */
  notices: byCode,
  refusals: byCode,
  /** Former roles and groups that no role here is chosen for, the most frequent first. */
  unknownRoles: z.array(z.string()),
  /** Domains of the addresses, the most frequent first. */
  domains: z.array(z.object({ domain: z.string(), people: count })),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const CountedImport = Import.extend({ counts: ImportCounts });
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
  passkeys: count,
  notices: z.array(z.object({ code: z.enum(importNotices), value: z.string().optional() })),
});
export type ImportRow = z.infer<typeof ImportRow>;
