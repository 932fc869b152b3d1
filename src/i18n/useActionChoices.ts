/** The actions of the audit, grouped by noun, for a choice. */
import { useTranslation } from 'react-i18next';

interface ActionGroup {
  readonly label: string;
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function useActionChoices(): readonly ActionGroup[] {
  const { t } = useTranslation('audit');
  const names = t('action', { returnObjects: true }) as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return Object.entries(names).map(([noun, actions]) => {
    const label = t(`noun.${noun as 'Login'}`);
    return {
      label,
      title: label,
      options: [
        { value: `${noun}.`, label: t('filter.all', { noun: label }) },
        ...Object.entries(actions).map(([name, action]) => ({ value: `${noun}.${name}`, label: action })),
      ],
    };
  });
}
