/**
 * Operations of the installation's settings. They set the rules by which keys are judged, too, so no API key gets a claim for one.
 */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { reasonQuery } from './reason.ts';
import { count, time, UserReference } from './shape.ts';
import { settingNames } from './systemSettings.registry.ts';

export const settingValue = z.union([z.int(), z.boolean(), z.string().max(20_000), z.null()]);

export const SystemSetting = z.object({
  name: z.enum(settingNames),
  /** The value in force. Null: of the support address, that it follows from other variables; of a text, that there is none. */
  value: settingValue,
  default: settingValue,
  /** Who set it: a variable of the environment wins over what an administrator has stored. */
  source: z.enum(['environment', 'administrator', 'default']),
  /** The variable that fixes it. */
  variable: z.string(),
  /** The last change by an administrator, also back to the default; null also where the account is gone. */
  changedBy: UserReference.nullable(),
  changedAt: time.nullable(),
  /** What is in force where `value` is null: the support address that follows from other variables. */
  effective: z.string().nullable(),
  version: count,
});
export type SystemSetting = z.infer<typeof SystemSetting>;

export const settingEffects = [
  'sessionsEndNow',
  'sessionsEndSooner',
  'ownSessionEnds',
  'sessionsStay',
  'passwordsStay',
  'failingAccounts',
  'lockedAccounts',
  'openRequests',
  'administrators',
  'usersBeyond',
  'atLimit',
  'openTickets',
] as const;
export type SettingEffect = (typeof settingEffects)[number];

export const SettingPreview = z.object({
  /** What the value would change, as numbers at this moment. */
  effects: z.array(z.object({ effect: z.enum(settingEffects), count })),
  /** A mail as it would be sent; null where no mail changes. */
  mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  /** Whether it protects less than the present value. */
  weaker: z.boolean(),
  /** Whether another system administrator would have to approve it. */
  secondPerson: z.boolean(),
});
export type SettingPreview = z.infer<typeof SettingPreview>;

const params = z.strictObject({ name: z.enum(settingNames) });

export const systemSettingsOperations = operations({
  'Settings.List': {
    method: 'GET',
    path: '/Settings',
    who: 'systemAdmin',
    ownCredentials: 'read',
    summary: 'All settings of the installation, with who set each',
    reply: z.array(SystemSetting),
  },
  'Settings.Preview': {
    method: 'POST',
    path: '/Settings/{name}/Preview',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'reads',
    effects: [],
    summary: 'What a value of a setting would change',
    params,
    body: z.strictObject({ value: settingValue }),
    bodyLimitBytes: 64 * 1024,
    reply: SettingPreview,
  },
  'Settings.Update': {
    method: 'PUT',
    path: '/Settings/{name}',
    who: 'systemAdmin',
    ownCredentials: 'change',
    stepUp: true,
    effects: ['changesRule'],
    summary: 'Change a setting, or take it back to its default with null',
    description:
      'In force in every process within moments. Shorter sessions also shorten those under way; longer ones begin with the next login. A value that protects less needs a second person where two pairs of eyes are required in any organisation. 409 `SetByEnvironment` where the environment fixes it, `StaleVersion` where it was changed since it was read.',
    params,
    body: z.strictObject({ value: settingValue, version: count }),
    query: reasonQuery,
    bodyLimitBytes: 64 * 1024,
    reply: SystemSetting,
    problems: ['StaleVersion', 'SetByEnvironment', 'ApprovalNeeded', 'ReasonRequired'],
  },
});

export const systemSettingsCalls = callsOf(systemSettingsOperations);
