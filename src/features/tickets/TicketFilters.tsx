/** The desk's filters as tokens. */
import { useTranslation } from 'react-i18next';
import { assignments, urgencies } from '@api/contract/tickets.list.ts';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import type { TokenFilter } from '@src/ui/filterTokens/filterTypes.ts';
import { type TicketsView, unfiltered } from './ticketsView.ts';

interface Props {
  readonly view: TicketsView;
  readonly onView: (change: (latest: TicketsView) => TicketsView) => void;
}

export function TicketFilters({ view, onView }: Props) {
  const { t } = useTranslation('tickets');
  const chosen = (value: string) => (value === '' ? [] : [value]);
  const filters: readonly TokenFilter[] = [
    {
      key: 'assigned',
      label: t('column.assignedTo'),
      chosen: chosen(view.assigned),
      options: assignments.map((value) => ({ value, label: t(value) })),
      single: true,
    },
    {
      key: 'urgency',
      label: t('column.urgency'),
      chosen: chosen(view.urgency),
      options: urgencies.map((value) => ({ value, label: t(`urgencies.${value}`) })),
      single: true,
    },
  ];
  return (
    <FilterTokens
      filters={filters}
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
      onChange={(key, [value = '']) => {
        onView((latest) => ({ ...latest, [key]: value }));
      }}
      onClear={() => {
        onView((latest) => ({ ...unfiltered(latest), search: latest.search }));
      }}
    />
  );
}
