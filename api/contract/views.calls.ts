/** Operations of the saved views of the users list; without shapes. */
import type { Call } from './call.ts';

export const viewsCalls = {
  'Views.List': { method: 'GET', path: '/Views', who: 'subscriberAdmin' },
  'Views.Create': {
    method: 'POST',
    path: '/Views',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Views.Rename': {
    method: 'PUT',
    path: '/Views/Name/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Views.Replace': {
    method: 'PUT',
    path: '/Views/Content/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    body: 'json',
  },
  'Views.Share': {
    method: 'PUT',
    path: '/Views/Share/{viewId}/{shared}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
  },
  'Views.SetDefault': {
    method: 'PUT',
    path: '/Views/Default/{viewId}/{isDefault}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
  },
  'Views.Delete': {
    method: 'DELETE',
    path: '/Views/Delete/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
  },
} as const satisfies Record<string, Call>;
