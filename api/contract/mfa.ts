/** Operations of MFA: TOTP by RFC 6238 (SHA-1, 30 s, 6 digits, ±1 step, each step accepted once) and recovery codes. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { Outcome } from './login.ts';
import { reasonQuery } from './reason.ts';
import { claimed, count, id, time } from './shape.ts';
import { UserSummary } from './users.shapes.ts';

export const MfaStatus = z.object({
  enabled: z.boolean(),
  required: z.boolean(),
  requiredBy: z.enum(['organisation', 'administrator', 'role']).nullable(),
  enrolledAt: time.nullable(),
  recoveryCodesLeft: count,
  rememberedBrowsers: count,
});
export type MfaStatus = z.infer<typeof MfaStatus>;

const byUserId = z.strictObject({ userId: id });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(10) });

export const mfaOperations = operations({
  'Mfa.OwnStatus': { method: 'GET', path: '/Mfa/Status', who: 'session', summary: 'The own MFA state', reply: MfaStatus },
  'Mfa.Status': {
    method: 'GET',
    path: '/Mfa/Status/{userId}',
    who: 'subscriberAdmin',
    summary: "A user's MFA state",
    params: byUserId,
    reply: MfaStatus,
  },
  'Mfa.BeginEnable': {
    method: 'GET',
    path: '/Mfa/Enable',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    stepUp: true,
    changesState: true,
    effects: [],
    summary: 'A key to enrol with, in force only after a right code',
    description:
      'A fresh key each time; with `resume`, the one that this session was shown in the last ten minutes, if there is one.',
    query: z.strictObject({ resume: z.boolean().optional() }),
    reply: z.object({ sharedKey: z.string(), authenticatorUri: z.string() }),
    problems: ['MfaAlreadyOn'],
  },
  'Mfa.Enable': {
    method: 'POST',
    path: '/Mfa/Enable',
    who: 'sessionOrPending',
    ownCredentials: 'change',
    rotatesSession: true,
    stepUp: true,
    effects: [],
    summary: 'Turn MFA on with a first code; the recovery codes are shown this once',
    description: 'Finishes the sign-in of a pending session; `redirectUrl` then says where to go on.',
    body: z.strictObject({ code: claimed }),
    reply: recoveryCodes.extend({ redirectUrl: z.string().optional() }),
    problems: ['InvalidCode', 'CodeOfOtherTime', 'MfaAlreadyOn'],
  },
  'Mfa.Require': {
    method: 'POST',
    path: '/Mfa/Enable/{userId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['changesRule'],
    summary: 'Require MFA of a user, who then enrols at the next sign-in, or stop requiring it',
    description: '`reason` is asked for where stopping needs another administrator.',
    params: byUserId,
    query: reasonQuery,
    body: z.strictObject({ required: z.boolean() }),
    reply: MfaStatus,
  },
  'Mfa.Remind': {
    method: 'POST',
    path: '/Mfa/Remind/{userId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'mailsOwner',
    effects: [],
    summary: 'Mail a user without a second factor how to set MFA up',
    description: 'At most once a day for each user: a further call changes nothing.',
    params: byUserId,
    reply: MfaStatus,
    problems: ['MfaAlreadyOn', 'Conflict'],
  },
  'Mfa.Disable': {
    method: 'POST',
    path: '/Mfa/Disable',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'Turn the own MFA off',
    reply: MfaStatus,
    problems: ['MfaRequired'],
  },
  'Mfa.Login': {
    method: 'POST',
    path: '/Mfa/Login',
    who: 'pending',
    withoutStepUp: 'proof',
    effects: [],
    summary: 'Finish signing in with an authentication code',
    description:
      'Five wrong codes end the pending session. A remembered browser skips the code for 30 days; administrative roles are asked each time.',
    body: z.strictObject({ code: claimed, rememberBrowser: z.boolean().optional() }),
    /** `recoveryCodesMissing`: the user came from another system, and should make recovery codes now; only if there are none. */
    reply: Outcome.extend({ recoveryCodesMissing: z.boolean().optional() }),
    problems: ['InvalidCode', 'CodeOfOtherTime'],
  },
  'Mfa.RecoveryCode': {
    method: 'POST',
    path: '/Mfa/RecoveryCode',
    who: 'pending',
    withoutStepUp: 'proof',
    effects: [],
    summary: 'Finish signing in with a recovery code',
    body: z.strictObject({ code: claimed }),
    reply: Outcome.extend({ recoveryCodesLeft: count }),
    problems: ['InvalidCode'],
  },
  'Mfa.Recovery': {
    method: 'POST',
    path: '/Mfa/Recovery',
    who: 'session',
    ownCredentials: 'change',
    stepUp: true,
    effects: [],
    summary: 'A new set of recovery codes; the old ones are void',
    reply: recoveryCodes,
    problems: ['MfaNotOn'],
  },
  'Mfa.RecoveryFor': {
    method: 'POST',
    path: '/Mfa/Recovery/{userId}',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    stepUp: true,
    effects: ['takesOverAccount'],
    summary: 'One recovery code, for 24 hours, for an administrator to read to a user; the user gets a mail',
    params: byUserId,
    query: reasonQuery,
    reply: z.object({ recoveryCode: z.string(), expiresAt: time }),
    problems: ['MfaNotOn', 'OwnAccount', 'ApprovalNeeded', 'ReasonRequired'],
  },
  'Mfa.Overridden': {
    method: 'GET',
    path: '/Mfa/OrganizationDefaultReset',
    who: 'subscriberAdmin',
    people: 'unbounded',
    summary: "Who differs from the organisation's MFA rule",
    description:
      'Of the own organisation, or of one in scope. `withoutMfa` is how many follow the rule and have no MFA: they are the ones whom requiring it touches.',
    query: z.strictObject({ organisationPublicId: id.optional() }),
    reply: z.object({ mfaRequired: z.boolean(), withoutMfa: count, overridden: z.array(UserSummary) }),
    problems: ['NotFound', 'PersonalDataLimit'],
  },
  'Mfa.OrganizationDefaultReset': {
    method: 'POST',
    path: '/Mfa/OrganizationDefaultReset',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: ['changesRule'],
    summary: "Drop the overrides, so that the organisation's rule holds",
    query: reasonQuery,
    body: z.strictObject({ userIds: z.array(id).max(10_000).optional() }),
    reply: z.object({ reset: count }),
  },
  'Mfa.ForgetBrowsers': {
    method: 'DELETE',
    path: '/Mfa/RememberedBrowsers',
    who: 'session',
    withoutStepUp: 'endsOwnAccess',
    ownCredentials: 'change',
    effects: [],
    summary: 'Forget all remembered browsers',
    reply: MfaStatus,
  },
});

export const mfaCalls = callsOf(mfaOperations);
