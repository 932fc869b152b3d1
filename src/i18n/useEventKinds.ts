/** What the audit's events can be chosen by, in words: what was done, and to what; and the name of a single action. */
import { useTranslation } from 'react-i18next';
import { objects, verbs } from '@api/contract/audit.verbs.ts';
import { actionName } from '@api/contract/audit.words.ts';
import { useEventWords } from './useEventWords.ts';

export function useEventKinds() {
  const { t } = useTranslation('audit');
  const words = useEventWords();
  return {
    verbs: verbs.map((value) => ({ value, label: t(`verb.${value}`) })),
    objects: objects.map((value) => ({ value, label: t(`object.${value}`) })),
    /** @param action a code, or a noun with a dot for all of its codes, as older links and reports have it */
    action: (action: string): string =>
      action.endsWith('.')
        ? t('filter.all', { noun: words.phrase(`noun.${action.slice(0, -1)}`) ?? action })
        : actionName(action, words),
  };
}
