/** Events of the audit in the words of the current language. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '@api/contract/audit.words.ts';
import { useFormats } from './useFormats.ts';
import { useRoleNames } from './useRoleNames.ts';

/** Keys are made of codes, of which a test covers all. */
type Translate = (key: string, options: Readonly<Record<string, string | readonly string[]>>) => unknown;

export function useEventWords(): Words {
  const { t } = useTranslation(['audit', 'actions']);
  const formats = useFormats();
  const roles = useRoleNames();
  return useMemo(() => {
    const translate = t as unknown as Translate;
    return {
      phrase: (key, values) => {
        const text = translate(key, { ...values, ns: ['audit', 'actions'], defaultValue: '' });
        return typeof text === 'string' && text !== '' ? text : undefined;
      },
      roles: roles.list,
      number: (value) => formats.number(value),
      time: (time) => formats.dateTime(time),
    };
  }, [t, formats, roles]);
}
