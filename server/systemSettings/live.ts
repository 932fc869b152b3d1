/**
 * The configuration as it is now: the environment wins, then what administrators have stored, then the default. The stored values are in
 * memory, so no request waits for the database; a job reads them again when another process says that they have changed, and now and then.
 */
import type { RawBuilder } from 'kysely';
import {
  settingNames,
  settingOf,
  systemSettings,
  type SettingName,
  type SettingValue,
} from '../../api/contract/systemSettings.registry.ts';
import { settingFault } from '../../api/contract/systemSettings.policy.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import { differFrom, findStored, type StoredSettings } from './repository.ts';

export interface LiveSettings {
  /** Its values change while the server runs: they are read where they are needed, and never kept. */
  readonly config: Config;
  /** The configuration without what administrators have stored. */
  readonly environment: Config;
  /** Reads the stored values again. Resolves when those are in force that were committed before the call. */
  refresh(): Promise<void>;
  /** SQL: whether others have changed a stored value since. */
  haveChanged(): RawBuilder<boolean>;
}

export async function openSettings(db: Db, config: Config): Promise<LiveSettings> {
  let stored = await findStored(db);
  let reading: Promise<void> = Promise.resolve();
  return {
    config: withSettings(config, () => stored),
    environment: config,
    refresh() {
      // One after the other: an older answer must not replace a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          stored = await findStored(db);
        });
      return reading;
    },
    haveChanged: () => differFrom(stored),
  };
}

export const isFixed = (config: Pick<Config, 'given'>, name: SettingName): boolean =>
  config.given.has(systemSettings[name].variable);

/** @param config of the environment: what is stored counts wherever it leaves room */
export function withSettings(config: Config, stored: () => StoredSettings): Config {
  const free = settingNames.filter((name) => !isFixed(config, name));
  const getters = free.map((name) => {
    const { variable } = systemSettings[name];
    const get = () => {
      const value = stored().get(name)?.value ?? null;
      // A program of another version may allow what this one does not.
      return value === null || settingFault(name, value) ? config[variable] : asVariable(name, value);
    };
    return [variable, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({ ...config }, Object.fromEntries(getters));
}

/** The configuration in which one setting has another value; null: that of the environment. */
export const withValue = (environment: Config, config: Config, name: SettingName, value: SettingValue): Config => ({
  ...config,
  [systemSettings[name].variable]: value === null ? environment[systemSettings[name].variable] : asVariable(name, value),
});

const asVariable = (name: SettingName, value: SettingValue): unknown =>
  settingOf(name).kind === 'boolean' ? (value === true ? 'on' : 'off') : value;

/** The value of a setting in a configuration. */
export function valueIn(config: Config, name: SettingName): SettingValue {
  const value = config[systemSettings[name].variable];
  return settingOf(name).kind === 'boolean' ? value === 'on' : (value ?? null);
}
