/**
 * Calls as Okta's provisioning makes them (developer.okta.com, "Understanding of Okta and SCIM"): an app of the catalogue patches `active`,
 * a custom app puts the whole user.
 */
import { expecting, filterOf, type DirectoryProgram, type Resource } from './directory.ts';

export interface OktaUser {
  readonly login: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

export function asOkta({ send }: DirectoryProgram, app: 'custom' | 'catalogue') {
  const resource = ({ login, id, firstName, lastName }: OktaUser, active: boolean) => ({
    schemas: [USER],
    userName: login,
    name: { givenName: firstName, familyName: lastName },
    emails: [{ primary: true, value: login, type: 'work' }],
    displayName: `${firstName} ${lastName}`,
    locale: 'en-US',
    externalId: id,
    groups: [],
    active,
  });
  const patchGroup = (id: string, operations: readonly object[]) =>
    expecting(204, send('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations: operations }));

  return {
    findUser: async (login: string): Promise<Resource | undefined> => {
      const list = await expecting(200, send('GET', `/Users?${filterOf(`userName eq "${login}"`)}&startIndex=1&count=100`));
      return list.Resources[0];
    },

    createUser: (user: OktaUser): Promise<Resource> =>
      expecting(201, send('POST', '/Users', { ...resource(user, true), password: '1mz050nq' })),

    /** The call of an app that is set to update attributes. */
    updateUser: (id: string, user: OktaUser): Promise<Resource> =>
      expecting(200, send('PUT', `/Users/${id}`, { ...resource(user, true), id })),

    setActive: (id: string, user: OktaUser, active: boolean): Promise<Resource> =>
      app === 'custom'
        ? expecting(200, send('PUT', `/Users/${id}`, { ...resource(user, active), id }))
        : expecting(200, send('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', value: { active } }] })),

    walk: async (): Promise<Resource[]> => {
      const found: Resource[] = [];
      for (let startIndex = 1; ; startIndex += 100) {
        const list = await expecting(200, send('GET', `/Users?startIndex=${startIndex}&count=100`));
        found.push(...list.Resources);
        if (list.Resources.length === 0 || found.length >= list.totalResults) return found;
      }
    },

    createGroup: (name: string, userIds: readonly string[]): Promise<Resource> =>
      expecting(
        201,
        send('POST', '/Groups', {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          displayName: name,
          members: userIds.map((value) => ({ value, display: 'somebody' })),
        }),
      ),

    addMembers: (id: string, userIds: readonly string[]) =>
      patchGroup(id, [{ op: 'add', path: 'members', value: userIds.map((value) => ({ value, display: 'somebody' })) }]),

    removeMember: (id: string, userId: string) => patchGroup(id, [{ op: 'remove', path: `members[value eq "${userId}"]` }]),

    renameGroup: (id: string, name: string) => patchGroup(id, [{ op: 'replace', value: { id, displayName: name } }]),

    putGroup: (id: string, name: string, userIds: readonly string[]): Promise<Resource> =>
      expecting(
        200,
        send('PUT', `/Groups/${id}`, {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          id,
          displayName: name,
          members: userIds.map((value) => ({ value })),
        }),
      ),

    deleteGroup: (id: string) => expecting(204, send('DELETE', `/Groups/${id}`)),
  };
}
