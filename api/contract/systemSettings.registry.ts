/**
 * The settings of the installation that system administrators change while it runs. Each is a variable of the environment, too, which
 * wins where it is set. Pure data and functions, for the server and the screen.
 */
import { email } from './rules/email.ts';
import { characters } from './rules/length.ts';
import type { RuleCode } from './rules/rule.ts';
import { notText } from './rules/text.ts';

export const settingSections = ['passwords', 'sessions', 'secondPerson', 'limits', 'mail'] as const;
export type SettingSection = (typeof settingSections)[number];

interface Common {
  readonly section: SettingSection;
  /** The variable that fixes it. */
  readonly variable: string;
}

interface IntegerSetting extends Common {
  readonly kind: 'integer';
  readonly unit: 'characters' | 'failures' | 'minutes' | 'hours' | 'days' | 'users' | 'sessions' | 'mails' | 'tickets' | 'rows';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** The direction in which it protects less. */
  readonly weaker: 'lower' | 'higher';
}

interface BooleanSetting extends Common {
  readonly kind: 'boolean';
  readonly default: false;
  /** Switched off it protects less. */
  readonly weaker: 'lower';
}

/** Null: the default, which follows from other variables. */
interface AddressSetting extends Common {
  readonly kind: 'address';
  readonly default: null;
}

/** Several lines. Null: none. */
interface TextSetting extends Common {
  readonly kind: 'text';
  readonly maxCharacters: number;
  readonly default: null;
}

export type Setting = IntegerSetting | BooleanSetting | AddressSetting | TextSetting;

export const systemSettings = {
  passwordMinLength: {
    section: 'passwords',
    variable: 'PASSWORD_MIN_LENGTH',
    kind: 'integer',
    unit: 'characters',
    min: 6,
    max: 64,
    default: 6,
    weaker: 'lower',
  },
  lockFailures: {
    section: 'passwords',
    variable: 'LIMIT_FAILURES_TO_LOCK',
    kind: 'integer',
    unit: 'failures',
    min: 3,
    max: 20,
    default: 5,
    weaker: 'higher',
  },
  lockMinutes: {
    section: 'passwords',
    variable: 'LIMIT_LOCK_MINUTES',
    kind: 'integer',
    unit: 'minutes',
    min: 5,
    max: 1440,
    default: 15,
    weaker: 'lower',
  },
  sessionIdleMinutes: {
    section: 'sessions',
    variable: 'SESSION_IDLE_MINUTES',
    kind: 'integer',
    unit: 'minutes',
    min: 5,
    max: 480,
    default: 30,
    weaker: 'higher',
  },
  sessionHours: {
    section: 'sessions',
    variable: 'SESSION_HOURS',
    kind: 'integer',
    unit: 'hours',
    min: 1,
    max: 24,
    default: 12,
    weaker: 'higher',
  },
  sessionRememberDays: {
    section: 'sessions',
    variable: 'SESSION_REMEMBER_DAYS',
    kind: 'integer',
    unit: 'days',
    min: 1,
    max: 90,
    default: 30,
    weaker: 'higher',
  },
  secondPerson: { section: 'secondPerson', variable: 'FOUR_EYES', kind: 'boolean', default: false, weaker: 'lower' },
  secondPersonUsers: {
    section: 'secondPerson',
    variable: 'FOUR_EYES_BULK',
    kind: 'integer',
    unit: 'users',
    min: 0,
    max: 500,
    default: 20,
    weaker: 'higher',
  },
  sessionsPerUser: {
    section: 'limits',
    variable: 'LIMIT_SESSIONS_PER_USER',
    kind: 'integer',
    unit: 'sessions',
    min: 1,
    max: 100,
    default: 20,
    weaker: 'higher',
  },
  resendsPerDay: {
    section: 'limits',
    variable: 'LIMIT_RESENDS_PER_DAY',
    kind: 'integer',
    unit: 'mails',
    min: 10,
    max: 5000,
    default: 200,
    weaker: 'higher',
  },
  ticketsPerAddress: {
    section: 'limits',
    variable: 'LIMIT_TICKETS_PER_ADDRESS',
    kind: 'integer',
    unit: 'tickets',
    min: 1,
    max: 1000,
    default: 20,
    weaker: 'higher',
  },
  personalDataRows: {
    section: 'limits',
    variable: 'LIMIT_PERSONAL_DATA_ROWS_PER_DAY',
    kind: 'integer',
    unit: 'rows',
    min: 1000,
    max: 10_000_000,
    default: 1_000_000,
    weaker: 'higher',
  },
  supportAddress: { section: 'mail', variable: 'SUPPORT_EMAIL', kind: 'address', default: null },
  mailHead: { section: 'mail', variable: 'MAIL_HEAD', kind: 'text', maxCharacters: 500, default: null },
  mailFoot: { section: 'mail', variable: 'MAIL_FOOT', kind: 'text', maxCharacters: 500, default: null },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof systemSettings;
export const settingNames = Object.keys(systemSettings) as [SettingName, ...SettingName[]];

export type SettingValue = number | boolean | string | null;

export const settingOf = (name: SettingName): Setting => systemSettings[name];

/** The value that null stands for: the default. */
export const orDefault = (name: SettingName, value: SettingValue): SettingValue => value ?? systemSettings[name].default;

export type SettingFault =
  | { readonly expected: 'integer' | 'boolean' | 'text' }
  | { readonly expected: 'least' | 'most'; readonly values: { readonly limit: number } }
  | { readonly rule: RuleCode; readonly values?: Readonly<Record<string, string | number>> };

/**
 * Why a setting cannot have a value; null is always accepted, as it asks for the default. The environment is not bound by it: an operator may
 * set what no administrator may.
 */
export function settingFault(name: SettingName, value: SettingValue): SettingFault | undefined {
  if (value === null) return undefined;
  const setting = settingOf(name);
  switch (setting.kind) {
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return { expected: 'integer' };
      if (value < setting.min) return { expected: 'least', values: { limit: setting.min } };
      return value > setting.max ? { expected: 'most', values: { limit: setting.max } } : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { expected: 'boolean' };
    case 'address':
      if (typeof value !== 'string') return { expected: 'text' };
      return email.holds(value) ? undefined : { rule: 'email' };
    case 'text':
      if (typeof value !== 'string') return { expected: 'text' };
      return textFault(value, setting.maxCharacters);
  }
}

/**
 * Everything but printable text and line breaks. Marks of direction could show the product's own words reversed; a separator of lines is a
 * break to some mail programs and none to others.
 */
const UNFIT = /(?!\r\n|\n|\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function textFault(text: string, max: number): SettingFault | undefined {
  if (text.trim() === '') return { rule: 'required' };
  if (characters(text) > max) return { rule: 'maxLength', values: { count: max } };
  return notText.holds(text) && !UNFIT.test(text) ? undefined : { rule: 'notText' };
}

/** Whether a change protects less: the effect `changesRule`, which may need a second person. */
export function weakens(name: SettingName, from: SettingValue, to: SettingValue): boolean {
  const setting = settingOf(name);
  if (setting.kind === 'address' || setting.kind === 'text') return false;
  const [before, after] = [Number(orDefault(name, from)), Number(orDefault(name, to))];
  return setting.weaker === 'lower' ? after < before : after > before;
}
