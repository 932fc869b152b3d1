/** Samples of users, their roles, and what administrators do to an account. */
import { disable, lock, setOwner, setPendingEmail } from '../changeUser.ts';
import { logInAs } from '../logInAs.ts';
import { createLink } from './invite.ts';
import { heldKey } from './self.ts';
import type { Samples, Scene, Stage } from './sample.ts';

const withoutToken = ({ member: { userId } }: Scene) => ({ body: { userId, token: 'not-the-token' } });

/** The link that confirms another address, or refuses it. */
const linkOfAddress = (purpose: 'confirmEmail' | 'cancelEmail') => async (stage: Stage) => {
  const { site, member, fresh } = stage;
  await setPendingEmail(site, member.userId, `${fresh}@pending.example`);
  return { body: await createLink(stage, purpose, member.userId) };
};

export const usersSamples = {
  'Users.Page': { sends: { limit: 1 } },
  'Users.Search': { sends: { partialName: 'ordinary' } },
  'Users.Patch': {
    sends: ({ member: { version } }) => ({ body: { version } }),
    prepare: ({ member: { version }, fresh }) => ({ body: { version, email: `${fresh}@patched.example` } }),
    by: 'subadmin',
  },
  'Users.ConfirmEmail': { sends: withoutToken, prepare: linkOfAddress('confirmEmail') },
  'Users.CancelEmail': { sends: withoutToken, prepare: linkOfAddress('cancelEmail') },
  'Users.Create': {
    sends: ({ fresh, harbourId }) => ({
      body: {
        ...{ userName: `made_${fresh}`, email: `made.${fresh}@example.com`, firstName: 'Ada', lastName: 'Example' },
        ...{ organisationPublicId: harbourId, roles: ['Member'] },
      },
    }),
  },
  'Users.Enable': { sends: { enabled: true }, prepare: () => ({ enabled: false }) },
  'Users.Unlock': { before: ({ site, member }) => lock(site, member.userName) },
  'Users.ResetAuthentication': { sends: { type: 'Mfa' }, prepare: () => ({ type: 'Password' }) },
  'Users.EndSessions': { before: ({ own }) => own() },
  'Users.EndUserSession': {
    async prepare({ member: { userName }, own, subadmin }) {
      await own();
      const [open] = await subadmin.ok('Users.UserSessions', { userName });
      return { sessionId: open!.sessionId };
    },
  },
  'Users.RevokeApiKey': { sends: { name: 'no such key' }, prepare: heldKey },
  'Users.Erase': { before: ({ site, member }) => disable(site, member.userId) },
  // The session becomes another one.
  'Users.Impersonate': { by: ({ site }) => logInAs(site, 'subadmin') },
  'Users.TakeOwnership': { before: ({ site, member }) => setOwner(site, member.userName, null) },
  'Users.MovePreview': {
    sends: ({ harbourId, member: { userId } }) => ({ body: { organisationPublicId: harbourId, userIds: [userId] } }),
  },
  'Users.Sync': {
    sends: { body: { source: 'sample', dryRun: true, disableMissing: false, users: [] } },
    prepare: () => ({ body: { source: 'sample', dryRun: false, disableMissing: false, users: [] } }),
  },
  'Users.AuditReport': { sends: { limit: 1 } },

  'Roles.SetUser': { sends: { body: { roles: ['Member'] } }, prepare: () => ({ body: { roles: ['Member', 'Support'] } }) },
  'UserRoles.UsersInRole': { sends: { roleName: 'Support' } },
  'UserRoles.UsersInOrganisationAndRole': { sends: { roleName: 'Member' } },
  'UserRoles.IsSelfAssignedWithRole': { sends: { role: 'Member' } },
} satisfies Partial<Samples>;
