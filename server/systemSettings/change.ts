/** Changes of settings, with their events, by administrators and by approved requests. */
import type { SystemSetting } from '../../api/contract/systemSettings.ts';
import { systemSettings, type SettingName, type SettingValue } from '../../api/contract/systemSettings.registry.ts';
import { settingFault, weakens } from '../../api/contract/systemSettings.policy.ts';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { shortenSessions } from '../accounts/sessions.ts';
import type { Act, ApprovableActs, ApprovedCall } from '../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../approvals/request.ts';
import { stableId } from '../approvals/stableId.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { lifetimesIn } from '../session/sessions.ts';
import { isFixed, valueIn, withSettings, withValue } from './live.ts';
import { presentSetting } from './presenter.ts';
import { findConcerned, findStored, lockSettings, storeSetting, type StoredSetting } from './repository.ts';

type Known = Pick<Context, 'config' | 'settings' | 'publicUrl'>;

/** @throws Invalid, SetByEnvironment, StaleVersion, ApprovalNeeded */
export async function updateSetting(
  context: Known & Pick<Context, 'db'>,
  call: CallOf<'Settings.Update'>,
): Promise<SystemSetting> {
  const { name } = call.params;
  const value = requireValue(name, call.body.value);
  const changed = await transaction(context.db, async (tx) => {
    const { config, row } = await lockSetting(tx, context, name);
    if (isFixed(config, name)) throw problem('SetByEnvironment');
    if (call.body.version !== (row?.version ?? 0)) throw problem('StaleVersion');
    if (value === (row?.value ?? null)) return { row };
    const approval = await approveOrRequest({ config }, tx, call, await actOf(tx, config, { name, value, row }));
    return approval
      ? { row: await changeSetting(tx, { ...context.settings, config }, name, value, { ...call, approval }) }
      : null;
  });
  const { row } = requireApproved(changed);
  await context.settings.refresh();
  return presentSetting(context, name, row);
}

/** @returns the value as it is stored: the default is null. @throws Invalid */
export function requireValue(name: SettingName, value: SettingValue): SettingValue {
  const fault = settingFault(name, value);
  if (fault) throw problem('Invalid', { fields: { value: fault } });
  if (value === systemSettings[name].default) return null;
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value;
}

/** Locks the settings. @returns the configuration as this transaction sees it, whatever this process has heard of */
async function lockSetting(tx: Transaction, { settings }: Pick<Known, 'settings'>, name: SettingName) {
  await lockSettings(tx);
  const stored = await findStored(tx);
  return { config: withSettings(settings.environment, () => stored), row: stored.get(name) };
}

interface Asked {
  readonly name: SettingName;
  readonly value: SettingValue;
  readonly row: StoredSetting | undefined;
}

/** The act of a change. It concerns every organisation, so the rule of any that requires two pairs of eyes counts. */
async function actOf(tx: Transaction, config: Config, { name, value, row }: Asked): Promise<Act> {
  const { house, strict } = await findConcerned(tx);
  const from = valueIn(config, name);
  return {
    target: { id: stableId('setting', name), userId: null, name, organisationId: house, state: stateOf(row), systemOnly: true },
    effects: weakens(name, from, value) ? ['changesRule'] : [],
    detail: { setting: name, from, to: value },
    ...(strict !== undefined && { otherOrganisationId: strict }),
  };
}

const stateOf = (row: StoredSetting | undefined): string => JSON.stringify([row?.version ?? 0]);

async function changeSetting(
  tx: Transaction,
  { environment, config }: { readonly environment: Config; readonly config: Config },
  name: SettingName,
  value: SettingValue,
  { person, origin, now, approval }: Pick<ApprovedCall, 'person' | 'origin' | 'now' | 'approval'>,
): Promise<StoredSetting | undefined> {
  const changed = withValue(environment, config, name, value);
  await storeSetting(tx, name, value, { changedBy: person.userId, now });
  if (systemSettings[name].section === 'sessions') await shortenSessions(tx, lifetimesIn(changed));
  await appendAuditEvent(tx, origin, {
    action: 'Settings.Update',
    target: name,
    organisationId: (await findConcerned(tx)).house,
    details: { fields: { [name]: { from: valueIn(config, name), to: valueIn(changed, name) } }, ...approval },
  });
  return (await findStored(tx)).get(name);
}

export const approvedSettingActs = (context: Pick<Known, 'settings'>): ApprovableActs<'Settings.Update'> => ({
  'Settings.Update': {
    async lock(tx, _targetId, { setting }) {
      if (setting === undefined) return undefined;
      const { config, row } = await lockSetting(tx, context, setting);
      const may = (person: Person) =>
        isFixed(config, setting) ? 'SetByEnvironment' : isSystemAdmin(person) ? null : 'Forbidden';
      return { name: setting, state: stateOf(row), may };
    },
    async carryOut(tx, call, { detail: { setting, to } }) {
      if (setting === undefined || to === undefined) return;
      const { config } = await lockSetting(tx, context, setting);
      await changeSetting(tx, { ...context.settings, config }, setting, to, call);
    },
  },
});
