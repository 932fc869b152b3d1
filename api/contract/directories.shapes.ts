/** Shapes of an organisation's directory: its keys, requests and groups, and who it manages. */
import { z } from 'zod';
import { count, id, time, UserReference } from './shape.ts';

/** The fields by which a directory can recognise an existing user when it asks for its user names. */
export const adoptionNames = ['email', 'userName'] as const;

export type AdoptionName = (typeof adoptionNames)[number];

/** The outcome of a request of the directory. */
export const provisioningOutcomes = [
  'read',
  'found',
  'created',
  'revived',
  'changed',
  'unchanged',
  'disabled',
  'enabled',
  'deleted',
  'membersChanged',
  'refused',
] as const;

export type ProvisioningOutcome = (typeof provisioningOutcomes)[number];

/** `silent`: no request has arrived for some time. `failing`: the last requests were all refused. */
export const directoryStates = ['notConnected', 'working', 'silent', 'failing'] as const;

export type DirectoryState = (typeof directoryStates)[number];

/** Why a request was refused. Each has a fix in `locales/<locale>/provisioning.json`. */
export const provisioningProblems = [
  'syntax',
  'filter',
  'path',
  'mutability',
  'value',
  'userName',
  'email',
  'notAdopted',
  'duplicate',
  'taken',
  'administrator',
  'lastAdministrator',
  'identity',
  'notFound',
  'version',
  'method',
  'mediaType',
  'tooLarge',
  'tooMany',
  'server',
] as const;

export type ProvisioningProblem = (typeof provisioningProblems)[number];

/** Reasons why an existing user is not adopted. */
const adoptionBlocks = ['administrator', 'invited', 'otherSource', 'taken'] as const;

export const ProvisioningKey = z.object({
  keyId: id,
  name: z.string(),
  /** The beginning of the key, by which administrators recognise it. */
  prefix: z.string(),
  createdBy: UserReference.nullable(),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
});

export type ProvisioningKey = z.infer<typeof ProvisioningKey>;

const DirectoryState = z.enum(directoryStates);

export const ProvisioningStatus = z.object({
  /** The base address of SCIM, to enter in the directory. */
  address: z.string(),
  state: DirectoryState,
  /** Since when the directory is `silent` or `failing`. */
  since: time.nullable(),
  /** Number of valid keys. */
  keys: count,
  lastRequestAt: time.nullable(),
  /** Requests that were refused in the last hour. */
  refusedRequests: count,
  /** Users whom the directory manages, and those of them whom it has disabled or deleted. */
  managed: count,
  left: count,
  groups: count,
  /** Groups that grant a role. */
  mappedGroups: count,
});

export type ProvisioningStatus = z.infer<typeof ProvisioningStatus>;

export const ProvisioningRequest = z.object({
  at: time,
  /** Name of the key. */
  key: z.string(),
  method: z.string(),
  /** Path below `address`, without the query. */
  path: z.string(),
  status: z.int(),
  outcome: z.enum(provisioningOutcomes),
  /** Number of users found, or of members changed. */
  people: count,
  /** Null also for a user who has been deleted since. */
  user: UserReference.nullable(),
  group: z.string().nullable(),
  problem: z.enum(provisioningProblems).nullable(),
});

export type ProvisioningRequest = z.infer<typeof ProvisioningRequest>;

export const ProvisioningGroup = z.object({
  groupId: id,
  displayName: z.string(),
  externalId: z.string().nullable(),
  /** The identity provider whose logins have brought the group; null: the directory has sent it. */
  connection: z.string().nullable(),
  members: count,
  /** Roles that the group grants. */
  roles: z.array(z.string()),
  changedAt: time,
});

export type ProvisioningGroup = z.infer<typeof ProvisioningGroup>;

export const MapPreview = z.object({
  gaining: count,
  losing: count,
  /** Members who have the role by themselves or by another group, and keep it. */
  unchanged: count,
  /** The first 200 members whose roles change. */
  people: z.array(UserReference.extend({ userId: id, gains: z.array(z.string()), loses: z.array(z.string()) })),
});

export type MapPreview = z.infer<typeof MapPreview>;

export const knownBy = z.enum(adoptionNames);

export const AdoptPreview = z.object({
  /** The numbers of users who are adopted and who are not. */
  adopted: count,
  blocked: count,
  /** The first 200 users, blocked ones first. `directoryName`: the user name by which the directory finds them. */
  people: z.array(
    UserReference.extend({
      userId: id,
      email: z.string(),
      directoryName: z.string(),
      block: z.enum(adoptionBlocks).nullable(),
    }),
  ),
});

export type AdoptPreview = z.infer<typeof AdoptPreview>;
