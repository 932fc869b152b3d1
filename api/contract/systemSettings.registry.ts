/**
 * The settings of the installation that system administrators change while it runs. Each is a variable of the environment, too, which
 * wins where it is set. Pure data, for the server and the screen.
 */

export const settingSections = ['passwords', 'sessions', 'secondPerson', 'limits', 'mail'] as const;
type SettingSection = (typeof settingSections)[number];

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

type Setting = IntegerSetting | BooleanSetting | AddressSetting | TextSetting;

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
