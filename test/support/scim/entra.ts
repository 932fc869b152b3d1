/**
 * Calls as Microsoft Entra's provisioning service makes them (learn.microsoft.com, "Develop and plan provisioning for a SCIM endpoint"):
 * in its own dialect, or with the flag `aadOptscim062020` in that of the standard.
 */
import { expecting, filterOf, type DirectoryProgram, type Resource } from './directory.ts';

export interface EntraUser {
  readonly upn: string;
  readonly objectId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly department?: string;
  readonly jobTitle?: string;
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export function asEntra(directory: DirectoryProgram, mode: 'dialect' | 'standard') {
  const { send } = mode === 'standard' ? directory.with('aadOptscim062020') : directory;
  const isStandard = mode === 'standard';
  const op = (name: 'Add' | 'Replace' | 'Remove') => (isStandard ? name.toLowerCase() : name);
  const patch = (path: string, operations: readonly object[], status: number) =>
    expecting(status, send('PATCH', path, { schemas: [PATCH], Operations: operations }));

  return {
    findUser: async (upn: string): Promise<Resource | undefined> =>
      (await expecting(200, send('GET', `/Users?${filterOf(`userName eq "${upn}"`)}`))).Resources[0],

    findByExternalId: async (objectId: string): Promise<Resource | undefined> =>
      (await expecting(200, send('GET', `/Users?${filterOf(`externalId eq "${objectId}"`)}`))).Resources[0],

    createUser: ({ upn, objectId, givenName, surname, department, jobTitle }: EntraUser): Promise<Resource> =>
      expecting(
        201,
        send('POST', '/Users', {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
          externalId: objectId,
          userName: upn,
          active: true,
          displayName: `${givenName} ${surname}`,
          emails: [{ primary: true, type: 'work', value: upn }],
          meta: { resourceType: 'User' },
          name: { formatted: `${givenName} ${surname}`, familyName: surname, givenName },
          ...(jobTitle !== undefined && { title: jobTitle }),
          ...(department !== undefined && { [ENTERPRISE]: { department } }),
          // A role is JSON within a text.
          roles: [{ primary: 'True', type: 'WindowsAzureActiveDirectoryRole', value: '{"id":"1","displayName":"User"}' }],
        }),
      ),

    setActive: (id: string, active: boolean) =>
      patch(`/Users/${id}`, [{ op: op('Replace'), path: 'active', value: isStandard ? active : active ? 'True' : 'False' }], 200),

    rename: (id: string, { givenName, surname, upn }: Pick<EntraUser, 'givenName' | 'surname' | 'upn'>) =>
      patch(
        `/Users/${id}`,
        isStandard
          ? [
              {
                op: 'replace',
                value: {
                  'name.givenName': givenName,
                  'name.familyName': surname,
                  displayName: `${givenName} ${surname}`,
                  userName: upn,
                },
              },
              { op: 'replace', path: 'emails[type eq "work"].value', value: upn },
            ]
          : [
              { op: 'Replace', path: 'name.givenName', value: givenName },
              { op: 'Replace', path: 'Name.FamilyName', value: surname },
              { op: 'Replace', path: 'displayName', value: `${givenName} ${surname}` },
              { op: 'Replace', path: 'userName', value: upn },
              { op: 'Replace', path: 'emails[type eq "work"].value', value: upn },
            ],
        200,
      ),

    setEnterprise: (id: string, { department, manager }: { readonly department: string; readonly manager: string }) =>
      patch(
        `/Users/${id}`,
        isStandard
          ? [{ op: 'replace', value: { [`${ENTERPRISE}:department`]: department, [`${ENTERPRISE}:manager`]: manager } }]
          : [
              { op: 'Add', path: `${ENTERPRISE}:department`, value: department },
              { op: 'Add', path: `${ENTERPRISE}:manager`, value: manager },
            ],
        200,
      ),

    deleteUser: (id: string) => expecting(204, send('DELETE', `/Users/${id}`)),

    findGroup: async (name: string): Promise<Resource | undefined> =>
      (await expecting(200, send('GET', `/Groups?excludedAttributes=members&${filterOf(`displayName eq "${name}"`)}`)))
        .Resources[0],

    createGroup: (name: string, objectId: string): Promise<Resource> =>
      expecting(
        201,
        send('POST', '/Groups', {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          externalId: objectId,
          displayName: name,
          members: [],
          meta: { resourceType: 'Group' },
        }),
      ),

    addMembers: (id: string, userIds: readonly string[]) =>
      patch(`/Groups/${id}`, [{ op: op('Add'), path: 'members', value: userIds.map((value) => ({ value })) }], 204),

    removeMember: (id: string, userId: string) =>
      patch(
        `/Groups/${id}`,
        isStandard
          ? [{ op: 'remove', path: `members[value eq "${userId}"]` }]
          : [{ op: 'Remove', path: 'members', value: [{ value: userId }] }],
        204,
      ),

    renameGroup: (id: string, name: string) =>
      patch(`/Groups/${id}`, [{ op: op('Replace'), path: 'displayName', value: name }], 204),

    deleteGroup: (id: string) => expecting(204, send('DELETE', `/Groups/${id}`)),
  };
}
