/** Filters organisations by what they are connected to. */
import { useTranslation } from 'react-i18next';
import type { ListView } from '@src/list/localList.ts';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import { directoryShown, logInShown, REFUSING } from './connectionStates.ts';

interface Props {
  readonly view: ListView;
  readonly onView: (change: (latest: ListView) => ListView) => void;
}

export function ConnectionFilters({ view: { filters }, onView }: Props) {
  const { t } = useTranslation('organisations');
  return (
    <FilterTokens
      filters={[
        {
          key: 'logIn',
          label: t('column.logIn'),
          chosen: filters.logIn ?? [],
          options: [...logInShown, REFUSING].map((value) => ({ value, label: t(`logIn.${value}`) })),
        },
        {
          key: 'directory',
          label: t('column.directory'),
          chosen: filters.directory ?? [],
          options: [...directoryShown, REFUSING].map((value) => ({ value, label: t(`directory.${value}`) })),
        },
      ]}
      phrases={{
        label: t('filter.label'),
        add: t('filter.add'),
        clear: t('filter.clear'),
        remove: (token) => t('filter.remove', { token }),
        find: t('filter.find'),
        nothing: t('filter.nothing'),
        loading: '',
        more: () => '',
      }}
      onChange={(key, values) => {
        onView((latest) => ({ ...latest, filters: { ...latest.filters, [key]: values } }));
      }}
      onClear={() => {
        onView((latest) => ({ ...latest, filters: {} }));
      }}
    />
  );
}
