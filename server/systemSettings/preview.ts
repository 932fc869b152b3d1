/** What a value of a setting would change, in numbers, before it is set. */
import type { SettingName, SettingValue } from '../../api/contract/systemSettings.registry.ts';
import { weakens } from '../../api/contract/systemSettings.policy.ts';
import type { SettingEffect, SettingPreview } from '../../api/contract/systemSettings.ts';
import { requiresFourEyes } from '../approvals/fourEyes.ts';
import type { Context } from '../context.ts';
import type { CallOf } from '../http/call.ts';
import { renderMail } from '../mail/render.ts';
import { countEffects } from './effects.ts';
import { valueIn, withValue } from './live.ts';
import { findConcerned } from './repository.ts';

type Call = Pick<CallOf<'Settings.Preview'>, 'person' | 'session' | 'locale' | 'now'>;

export async function previewSetting(
  context: Pick<Context, 'db' | 'config' | 'settings' | 'phrases'>,
  call: Call,
  name: SettingName,
  value: SettingValue,
): Promise<SettingPreview> {
  const { db, settings } = context;
  const before = settings.config;
  const after = withValue(settings.environment, before, name, value);
  const isWeaker = weakens(name, valueIn(before, name), value);
  const { house, strict } = await findConcerned(db);
  const counts = await countEffects(db, { name, after, session: call.session, now: call.now });
  return {
    effects: (Object.entries(counts) as [SettingEffect, number][])
      .filter(([, count]) => count > 0)
      .map(([effect, count]) => ({ effect, count })),
    mail: name === 'mailHead' || name === 'mailFoot' ? sampleMail(context, call, after) : null,
    weaker: isWeaker,
    secondPerson: isWeaker && (await requiresFourEyes(before, db, house, ...(strict === undefined ? [] : [strict]))),
  };
}

/** A notice as the caller would get it. */
const sampleMail = (
  { phrases }: Pick<Context, 'phrases'>,
  { person: { userName }, locale, now }: Call,
  { PRODUCT_NAME: product, MAIL_HEAD: head, MAIL_FOOT: foot }: Context['config'],
) =>
  renderMail(phrases, {
    template: 'passwordChanged',
    data: { userName, at: now.toISOString() },
    locale,
    product,
    head,
    foot,
  });
