/** What is different for users in another organisation; apart from the other operations on users, which the list of users carries. */
import { z } from 'zod';
import { MAX_OPERATION_USERS } from './bulk.ts';
import { callsOf, operations } from './endpoint.ts';
import { OrganisationReference } from './organisations.ts';
import { count, id } from './shape.ts';

/** Administrators of organisations: the first names, and how many there are. */
const Administrators = z.object({ names: z.array(z.string()), count });

const MovePreview = z.object({
  organisation: OrganisationReference,
  /** Users who would be moved. */
  users: count,
  /** False: nobody of the organisation can log in until it is approved. */
  approved: z.boolean(),
  mfa: z.object({
    /** The rule of the organisation. */
    required: z.boolean(),
    /** Users who need a second factor from then on, and did not before. */
    newly: count,
    /** Users who need one from then on, and have none: they set it up at their next login. */
    toEnrol: count,
    /** Users who no longer need one. */
    noLonger: count,
  }),
  provider: z.object({
    /** Names of the identity providers with which the organisation's users log in. */
    names: z.array(z.string()),
    required: z.boolean(),
    /** Users whose password and passkeys no longer log in. */
    closes: count,
    /** Users who log in with a password or a passkey again. */
    opens: count,
  }),
  /** Subscriber administrators who look after the users from then on, and who do no longer. */
  administrators: z.object({ gained: Administrators, lost: Administrators }),
  roles: z.object({
    /** Users who keep an administrative role, which is for the other organisation from then on. */
    administering: count,
    /** Users whose roles are administrative no more. */
    ceasing: count,
  }),
  /** What ends. */
  ends: z.object({
    /** Users who are logged out. */
    loggedIn: count,
    links: count,
    apiKeys: count,
    rememberedBrowsers: count,
    /** Users whom the former organisation's directory manages. */
    directory: count,
    /** Accounts that the former organisation keeps for emergencies. */
    emergency: count,
  }),
});
export type MovePreview = z.infer<typeof MovePreview>;

export const usersMoveOperations = operations({
  'Users.MovePreview': {
    method: 'POST',
    path: '/Users/MovePreview',
    who: 'systemAdmin',
    withoutStepUp: 'reads',
    effects: [],
    summary: 'What would be different for these users in another organisation; changes nothing',
    description:
      'Of users whom the caller may not move, or who are in the organisation already, nothing is said. It says what holds now: the move itself reads it anew.',
    body: z.strictObject({ organisationPublicId: id, userIds: z.array(id).min(1).max(MAX_OPERATION_USERS) }),
    reply: MovePreview,
    problems: ['Invalid'],
  },
});

export const usersMoveCalls = callsOf(usersMoveOperations);
