/** How the list of tickets is sorted, as its column heads show and change it. */
import { useMemo } from 'react';
import { ticketSorts } from '@api/contract/tickets.list.ts';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { nextSort, type TicketsView } from './ticketsView.ts';

export const useTicketsGridHead = (
  view: TicketsView,
  changeView: (change: (latest: TicketsView) => TicketsView) => void,
): GridHead =>
  useMemo(
    () => ({
      sortOf: (column) => (column === view.sort ? { descending: view.descending, rank: undefined } : undefined),
      onSort: (column) => {
        const sort = ticketSorts.find((name) => name === column);
        if (sort) changeView((latest) => nextSort(latest, sort));
      },
      Action: undefined,
    }),
    [view, changeView],
  );
