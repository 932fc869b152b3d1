/** Readable names of audit actions; an unknown action is shown as recorded. */
import type { TFunction } from 'i18next';

const untyped = (t: TFunction<'audit'>) => t as unknown as (key: string, options: { readonly defaultValue: string }) => string;

/** `Users.Unlock` → "Unlocked a user". */
export const actionName = (action: string, t: TFunction<'audit'>): string =>
  untyped(t)(`action.${action}`, { defaultValue: action });
