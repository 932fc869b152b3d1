/** Operations of an organisation's directory, which provisions its users by SCIM under `/scim/v2`. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { keyName } from './rules/keyName.ts';
import { count, id, text, time } from './shape.ts';
import {
  ProvisioningKey,
  ProvisioningStatus,
  ProvisioningRequest,
  ProvisioningGroup,
  MapPreview,
  knownBy,
  AdoptPreview,
} from './directories.shapes.ts';

const byOrganisation = z.strictObject({ organisationPublicId: id });

const byGroup = byOrganisation.extend({ groupId: id });

const roles = z.array(z.string().min(1).max(100)).max(100);

export const provisioningOperations = operations({
  'Provisioning.Status': {
    method: 'GET',
    path: '/Provisioning/Status/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'Whether the organisation’s directory is connected and heard of, and whom it manages',
    params: byOrganisation,
    reply: ProvisioningStatus,
  },
  'Provisioning.Keys': {
    method: 'GET',
    path: '/Provisioning/Keys/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'The keys of the organisation’s directory',
    params: byOrganisation,
    reply: z.array(ProvisioningKey),
  },
  'Provisioning.NewKey': {
    method: 'POST',
    path: '/Provisioning/Keys/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
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
    method: 'DELETE',
    path: '/Provisioning/Keys/{organisationPublicId}/{keyId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Revoke a key of the organisation’s directory',
    params: byOrganisation.extend({ keyId: id }),
  },
  'Provisioning.Requests': {
    method: 'GET',
    path: '/Provisioning/Requests/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'The last 100 requests of the organisation’s directory, newest first',
    params: byOrganisation,
    reply: z.array(ProvisioningRequest),
  },
  'Provisioning.Groups': {
    method: 'GET',
    path: '/Provisioning/Groups/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'The groups that the directory has sent, and which roles they grant',
    params: byOrganisation,
    /** `roles`: the roles that groups may grant. */
    reply: z.object({ roles: z.array(z.string()), groups: z.array(ProvisioningGroup) }),
  },
  'Provisioning.MapPreview': {
    method: 'GET',
    path: '/Provisioning/MapPreview/{organisationPublicId}/{groupId}',
    who: 'subscriberAdmin',
    summary: 'Who would gain and lose which roles if a group granted these',
    params: byGroup,
    query: z.strictObject({ roles }),
    reply: MapPreview,
    problems: ['InvalidClaim'],
  },
  'Provisioning.MapGroup': {
    method: 'PUT',
    path: '/Provisioning/MapGroup/{organisationPublicId}/{groupId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['givesAdministration', 'takesAdministration'],
    summary: 'Set which roles a group grants to its members, from now on and at once',
    params: byGroup,
    body: z.strictObject({ roles }),
    query: reasonQuery,
    reply: ProvisioningGroup,
    problems: ['InvalidClaim', 'LastAdministrator', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Provisioning.AdoptPreview': {
    method: 'GET',
    path: '/Provisioning/AdoptPreview/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'Which existing users the directory would manage after an adoption, and what keeps others from it',
    params: byOrganisation,
    query: z.strictObject({ knownBy }),
    reply: AdoptPreview,
  },
  'Provisioning.Adopt': {
    method: 'POST',
    path: '/Provisioning/Adopt/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
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
    method: 'POST',
    path: '/Provisioning/Release/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'End the management by the directory: its users are the administrators’ to edit again, and its groups are forgotten',
    description: 'Users stay as they are, enabled or not, with the roles they have.',
    params: byOrganisation,
    reply: z.object({ released: count }),
  },
});

export const provisioningCalls = callsOf(provisioningOperations);
