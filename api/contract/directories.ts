/** Shapes of an organisation's directory: its keys, requests and groups, and who it manages. */
import { z } from 'zod';
import { operations } from './endpoint.ts';
import {
  adoptionBlocks,
  adoptionNames,
  directoryStates,
  provisioningCalls,
  provisioningOutcomes,
  provisioningProblems,
} from './directories.calls.ts';
import { reasonQuery } from './reason.ts';
import { keyName } from './rules/keyName.ts';
import { count, id, text, time, UserReference } from './shape.ts';

const byOrganisation = z.strictObject({ organisationPublicId: id });
const byGroup = byOrganisation.extend({ groupId: id });

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

const ProvisioningStatus = z.object({
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

const ProvisioningRequest = z.object({
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

const ProvisioningGroup = z.object({
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

const roles = z.array(z.string().min(1).max(100)).max(100);

const MapPreview = z.object({
  gaining: count,
  losing: count,
  /** Members who have the role by themselves or by another group, and keep it. */
  unchanged: count,
  /** The first 200 members whose roles change. */
  people: z.array(UserReference.extend({ userId: id, gains: z.array(z.string()), loses: z.array(z.string()) })),
});
export type MapPreview = z.infer<typeof MapPreview>;

const knownBy = z.enum(adoptionNames);

const AdoptPreview = z.object({
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

export const provisioningOperations = operations(provisioningCalls, {
  'Provisioning.Status': {
    summary: 'Whether the organisation’s directory is connected and heard of, and whom it manages',
    params: byOrganisation,
    reply: ProvisioningStatus,
  },
  'Provisioning.Keys': {
    summary: 'The keys of the organisation’s directory',
    params: byOrganisation,
    reply: z.array(ProvisioningKey),
  },
  'Provisioning.NewKey': {
    effects: ['movesData'],
    summary: 'Make a key for the organisation’s directory, which is shown once',
    description:
      'At most two are valid at once, so that one can be replaced without a pause. It ends within a year; the administrators get a mail 30, 7 and 1 days before.',
    params: byOrganisation,
    body: z.strictObject({ name: text(keyName), expiresAt: time }),
    query: reasonQuery,
    reply: ProvisioningKey.extend({ key: z.string() }),
    status: 201,
    problems: ['TooManyKeys', 'KeyNameTaken', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Provisioning.RevokeKey': {
    effects: [],
    summary: 'Revoke a key of the organisation’s directory',
    params: byOrganisation.extend({ keyId: id }),
  },
  'Provisioning.Requests': {
    summary: 'The last 100 requests of the organisation’s directory, newest first',
    params: byOrganisation,
    reply: z.array(ProvisioningRequest),
  },
  'Provisioning.Groups': {
    summary: 'The groups that the directory has sent, and which roles they grant',
    params: byOrganisation,
    /** `roles`: the roles that groups may grant. */
    reply: z.object({ roles: z.array(z.string()), groups: z.array(ProvisioningGroup) }),
  },
  'Provisioning.MapPreview': {
    summary: 'Who would gain and lose which roles if a group granted these',
    params: byGroup,
    query: z.strictObject({ roles }),
    reply: MapPreview,
    problems: ['InvalidClaim'],
  },
  'Provisioning.MapGroup': {
    effects: ['givesAdministration', 'takesAdministration'],
    summary: 'Set which roles a group grants to its members, from now on and at once',
    params: byGroup,
    body: z.strictObject({ roles }),
    query: reasonQuery,
    reply: ProvisioningGroup,
    problems: ['InvalidClaim', 'LastAdministrator', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Provisioning.AdoptPreview': {
    summary: 'Which existing users the directory would manage after an adoption, and what keeps others from it',
    params: byOrganisation,
    query: z.strictObject({ knownBy }),
    reply: AdoptPreview,
  },
  'Provisioning.Adopt': {
    effects: ['takesOverAccount'],
    summary: 'Let the directory manage the existing users of the organisation',
    description:
      'The directory finds them by the chosen name. Administrators, invited users and those of another source are left out, as the preview says.',
    params: byOrganisation,
    body: z.strictObject({ knownBy }),
    query: reasonQuery,
    reply: z.object({ adopted: count }),
    problems: ['ApprovalNeeded', 'ReasonRequired'],
  },
  'Provisioning.Release': {
    effects: [],
    summary: 'End the management by the directory: its users are the administrators’ to edit again, and its groups are forgotten',
    description: 'Users stay as they are, enabled or not, with the roles they have.',
    params: byOrganisation,
    reply: z.object({ released: count }),
  },
});
