/** The verbs of the menu's actions in the user's language: their labels, and further ones of the phrases. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { menuOrder } from '../actions/userActions.ts';
import { type Verb, verb } from './commands.ts';

export function useVerbs(): readonly Verb[] {
  const { t } = useTranslation('actions');
  const { impersonation } = usePageConfig();
  return useMemo(
    () =>
      [...menuOrder, 'giveRole' as const]
        .filter((key) => impersonation || key !== 'impersonate')
        .flatMap((key) => [t(`${key}.label`), ...t(`${key}.verbs`).split(',')].map((phrase) => verb(key, phrase))),
    [t, impersonation],
  );
}
