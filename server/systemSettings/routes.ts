/** Routes of the settings of the installation. */
import { settingNames } from '../../api/contract/systemSettings.registry.ts';
import type { systemSettingsCalls } from '../../api/contract/systemSettings.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import { requireValue, updateSetting } from './change.ts';
import { withSettings } from './live.ts';
import { presentSetting } from './presenter.ts';
import { previewSetting } from './preview.ts';
import { findStored } from './repository.ts';

export function systemSettingsRoutes(context: Context): Handlers<keyof typeof systemSettingsCalls> {
  const { db, settings, publicUrl } = context;
  return {
    'Settings.List': async () => {
      const stored = await findStored(db);
      const config = withSettings(settings.environment, () => stored);
      return settingNames.map((name) => presentSetting({ config, publicUrl }, name, stored.get(name)));
    },
    'Settings.Preview': (call) =>
      previewSetting(context, call, call.params.name, requireValue(call.params.name, call.body.value)),
    'Settings.Update': (call) => updateSetting(context, call),
  };
}
