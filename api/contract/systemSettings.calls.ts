/**
 * Calls of the installation's settings, without shapes. They set the rules by which keys are judged, too, so no API key gets a claim for
 * one.
 */
import type { Call } from './call.ts';

export const systemSettingsCalls = {
  'Settings.List': { method: 'GET', path: '/Settings', who: 'systemAdmin', ownCredentials: 'read' },
  'Settings.Preview': {
    method: 'POST',
    path: '/Settings/{name}/Preview',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'reads',
    body: 'json',
  },
  'Settings.Update': {
    method: 'PUT',
    path: '/Settings/{name}',
    who: 'systemAdmin',
    ownCredentials: 'change',
    stepUp: true,
    body: 'json',
    query: ['reason'],
  },
} as const satisfies Record<string, Call>;
