/** Operations of organisations. The house organisation is the operator's own; operation names call its users "ClearLife users". */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { portfolioNameRules } from './rules/portfolioName.ts';
import { count, id, text, time } from './shape.ts';

export const OrganisationReference = z.object({ publicId: id, organisationName: z.string() });

export const Organisation = OrganisationReference.extend({
  mfaRequired: z.boolean(),
  approved: z.boolean(),
  house: z.boolean(),
  /** Two pairs of eyes by this organisation's own rule. */
  fourEyes: z.boolean(),
  userCount: count,
  createdAt: time,
});
export type Organisation = z.infer<typeof Organisation>;

export const organisationsOperations = operations({
  'Organisations.List': {
    method: 'GET',
    path: '/Organisations',
    who: 'session',
    summary: 'The own organisation; for a system administrator, all of them',
    reply: z.array(Organisation),
  },
  'Organisations.Find': {
    method: 'POST',
    path: '/Organisations/FindOrganisations',
    who: 'subscriberAdmin',
    withoutStepUp: 'reads',
    effects: [],
    summary: 'Organisations in scope whose name contains the text, best match first, or whose id it is',
    body: z.strictObject({ text: z.string().max(255), limit: z.int().min(1).max(500).optional() }),
    reply: z.array(Organisation),
  },
  'Organisations.MfaRequired': {
    method: 'GET',
    path: '/Organisations/MfaRequired',
    who: 'session',
    summary: 'Whether the own organisation requires MFA',
    reply: z.object({ required: z.boolean() }),
  },
  'Organisations.SetMfaRequired': {
    method: 'PUT',
    path: '/Organisations/MfaRequired/{required}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['changesRule'],
    summary: 'Require MFA in the own organisation, or stop requiring it',
    description: 'Ends no session: people without MFA enrol at their next sign-in. `toEnrol` says how many they are.',
    params: z.strictObject({ required: z.boolean() }),
    query: reasonQuery,
    reply: z.object({ required: z.boolean(), toEnrol: count }),
    problems: ['ApprovalNeeded', 'ReasonRequired'],
  },
  'Organisations.Register': {
    method: 'POST',
    path: '/Organisations/Register/{publicId}/{organisationName}',
    who: 'systemAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Register an organisation',
    params: z.strictObject({ publicId: id, organisationName: text(...portfolioNameRules) }),
    reply: Organisation,
    status: 201,
    problems: ['OrganisationTaken'],
  },
  'Organisations.EndSessions': {
    method: 'DELETE',
    path: '/Organisations/Sessions/{publicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: "End all sessions of an organisation's people, but the caller's own",
    description: 'A subscriber administrator ends none of people with rights beyond the organisation.',
    params: z.strictObject({ publicId: id }),
    reply: z.object({ ended: count }),
    problems: ['NotFound'],
  },
  'Organisations.Update': {
    method: 'PUT',
    path: '/Organisations/Update/{publicId}',
    who: 'systemAdmin',
    stepUp: true,
    effects: ['changesRule', 'givesAdministration', 'endsAccess'],
    // A name has no length limit of its own, but appears in every row of the users list.
    bodyLimitBytes: 64 * 1024,
    summary: 'Rename or approve an organisation, or change its rule of MFA or of two pairs of eyes',
    params: z.strictObject({ publicId: id }),
    body: z.strictObject({
      organisationName: text(...portfolioNameRules).optional(),
      mfaRequired: z.boolean().optional(),
      approved: z.boolean().optional(),
      /** Whether acts on its administrators need two administrators; FOUR_EYES=on requires it everywhere. False needs a second one. */
      fourEyes: z.boolean().optional(),
    }),
    query: reasonQuery,
    reply: Organisation,
    problems: ['OrganisationTaken', 'ApprovalNeeded', 'ReasonRequired'],
  },
});

export const organisationsCalls = callsOf(organisationsOperations);
