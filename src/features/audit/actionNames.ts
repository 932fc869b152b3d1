/** Readable names of audit actions; an unknown action is shown as recorded. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type phrases from '@locales/en-US/audit.json';

type Names = (typeof phrases)['action'];
type Noun = keyof Names;

const untyped = (t: TFunction<'audit'>) => t as unknown as (key: string, options: { readonly defaultValue: string }) => string;

/** `Users.Unlock` → "Unlocked a user". */
export const actionName = (action: string, t: TFunction<'audit'>): string =>
  untyped(t)(`action.${action}`, { defaultValue: action });

interface Group {
  readonly noun: Noun;
  readonly label: string;
  readonly actions: readonly { readonly value: string; readonly label: string }[];
}

/** All actions with a name, grouped by noun. */
export function useActionGroups(): readonly Group[] {
  const { t } = useTranslation('audit');
  const names = t('action', { returnObjects: true }) as unknown as Readonly<Record<Noun, Readonly<Record<string, string>>>>;
  return (Object.keys(names) as Noun[]).map((noun) => ({
    noun,
    label: t(`noun.${noun}`),
    actions: Object.entries(names[noun]).map(([name, label]) => ({ value: `${noun}.${name}`, label })),
  }));
}
