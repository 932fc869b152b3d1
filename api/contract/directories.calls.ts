/** Operations of an organisation's directory, which provisions its users by SCIM under `/scim/v2`; without shapes. */
import type { Call } from './call.ts';

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
export const adoptionBlocks = ['administrator', 'invited', 'otherSource', 'taken'] as const;

export const provisioningCalls = {
  'Provisioning.Status': { method: 'GET', path: '/Provisioning/Status/{organisationPublicId}', who: 'subscriberAdmin' },
  'Provisioning.Keys': { method: 'GET', path: '/Provisioning/Keys/{organisationPublicId}', who: 'subscriberAdmin' },
  'Provisioning.NewKey': {
    method: 'POST',
    path: '/Provisioning/Keys/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
  'Provisioning.RevokeKey': {
    method: 'DELETE',
    path: '/Provisioning/Keys/{organisationPublicId}/{keyId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Provisioning.Requests': { method: 'GET', path: '/Provisioning/Requests/{organisationPublicId}', who: 'subscriberAdmin' },
  'Provisioning.Groups': { method: 'GET', path: '/Provisioning/Groups/{organisationPublicId}', who: 'subscriberAdmin' },
  'Provisioning.MapPreview': {
    method: 'GET',
    path: '/Provisioning/MapPreview/{organisationPublicId}/{groupId}',
    who: 'subscriberAdmin',
    query: ['roles'],
  },
  'Provisioning.MapGroup': {
    method: 'PUT',
    path: '/Provisioning/MapGroup/{organisationPublicId}/{groupId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
  'Provisioning.AdoptPreview': {
    method: 'GET',
    path: '/Provisioning/AdoptPreview/{organisationPublicId}',
    who: 'subscriberAdmin',
    query: ['knownBy'],
  },
  'Provisioning.Adopt': {
    method: 'POST',
    path: '/Provisioning/Adopt/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
  'Provisioning.Release': {
    method: 'POST',
    path: '/Provisioning/Release/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
} as const satisfies Record<string, Call>;
