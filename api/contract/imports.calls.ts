/**
 * Calls of people who come from other systems; without shapes. They read password hashes, so no API key can get a claim for them: programs use
 * the operator's command.
 */
import type { Call } from './call.ts';

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

export const importsCalls = {
  'Imports.List': { method: 'GET', path: '/Imports', who: 'systemAdmin', ownCredentials: 'read' },
  'Imports.Read': {
    method: 'POST',
    path: '/Imports',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    body: 'multipart',
  },
  'Imports.Get': { method: 'GET', path: '/Imports/{importId}', who: 'systemAdmin', ownCredentials: 'read' },
  'Imports.Rows': {
    method: 'GET',
    path: '/Imports/{importId}/Rows',
    who: 'systemAdmin',
    ownCredentials: 'read',
    query: ['after', 'code'],
  },
  'Imports.Report': {
    method: 'GET',
    path: '/Imports/{importId}/Report',
    who: 'systemAdmin',
    ownCredentials: 'read',
    people: 'unbounded',
  },
  'Imports.Choose': {
    method: 'PUT',
    path: '/Imports/{importId}/Choices',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Imports.Start': {
    method: 'POST',
    path: '/Imports/{importId}/Start',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
  },
  'Imports.Pause': {
    method: 'POST',
    path: '/Imports/{importId}/Pause',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
  },
  'Imports.Resume': {
    method: 'POST',
    path: '/Imports/{importId}/Resume',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
  },
  'Imports.Cancel': {
    method: 'POST',
    path: '/Imports/{importId}/Cancel',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
  },
  'Imports.Undo': {
    method: 'POST',
    path: '/Imports/{importId}/Undo',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
    query: ['reason'],
  },
} as const satisfies Record<string, Call>;
