/** `/Support/Tickets`: the support desk. Search, filters, sort and the open ticket are in the URL. */
import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { ticketSorts } from '@api/contract/tickets.list.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { ListSearch } from '@src/list/ListSearch.tsx';
import { OpenAddressContext } from '@src/list/openAddressContext.ts';
import { useRegionKeys } from '@src/list/useRegionKeys.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { usePageRefresh } from '@src/navigation/usePageRefresh.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { ListFailed, ListState, SomeRowsFailed } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { useTicketColumns } from './columns.tsx';
import { TicketFilters } from './TicketFilters.tsx';
import { TicketPanel } from './TicketPanel.tsx';
import { addressOf, everything, nextSort, type TicketsView } from './ticketsView.ts';
import type { Drafts } from './useDraft.ts';
import { useFocusAfterClose } from './useFocusAfterClose.ts';
import { useTickets } from './useTickets.ts';
import { useTicketsAddress } from './useTicketsAddress.ts';

const idOf = ({ ticketNumber }: TicketSummary): string => ticketNumber;

export default function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const { nonce } = usePageConfig();
  const formats = useFormats();
  const memory = useGridScrollHistory();
  const { view, open, setSearch, changeView, openTicket, syncUrl } = useTicketsAddress();
  const { shown, total, pending, error, someFailed, tryAgain } = useTickets(view, () => memory.recall().firstRow);
  usePageRefresh(tryAgain);
  useRegionKeys();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle<TicketSummary>>(null);
  const focusClosed = useFocusAfterClose(grid, open);
  const columns = useTicketColumns(useRowWidth(frame));
  const [drafts] = useState<Drafts>(() => new Map());
  const head = useMemo(
    (): GridHead => ({
      sortOf: (column) => (column === view.sort ? { descending: view.descending, rank: undefined } : undefined),
      onSort: (column) => {
        const sort = ticketSorts.find((name) => name === column);
        if (sort) changeView((latest) => nextSort(latest, sort));
      },
      Action: undefined,
    }),
    [view, changeView],
  );
  const addressAt = useCallback((ticketNumber: string) => addressOf(view, ticketNumber), [view]);
  const isOpen = useCallback(({ ticketNumber }: TicketSummary) => ticketNumber === open, [open]);
  const close = useCallback(() => {
    openTicket();
  }, [openTicket]);
  return (
    <div className="page list-page">
      <header className="row spread">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
      </header>
      <div className="row spread" data-region>
        <ListSearch label={t('search')} value={view.search} onChange={setSearch} onEnd={syncUrl} />
        <TicketFilters view={view} onView={changeView} />
        <p className="muted small" role="status">
          {total !== null && t('total', { count: total, total: formats.number(total) })}
        </p>
      </div>
      <div className="list-body">
        <OpenAddressContext value={addressAt}>
          <GridTable<TicketSummary>
            label={t('title')}
            nonce={nonce}
            columns={columns}
            head={head}
            shown={shown}
            pending={pending}
            positionMemory={memory}
            frame={frame}
            grid={grid}
            idOf={idOf}
            isOpen={isOpen}
            onVisible={focusClosed}
            onOpen={({ ticketNumber }) => {
              openTicket(ticketNumber);
            }}
          >
            {someFailed && <SomeRowsFailed onTryAgain={tryAgain} />}
            {error !== undefined ? (
              <ListFailed heading={t('failed')} text={problemText(problemOf(error), common)} onTryAgain={tryAgain} />
            ) : (
              total === 0 && <NoTickets view={view} onView={changeView} />
            )}
          </GridTable>
        </OpenAddressContext>
        {open !== undefined && <TicketPanel ticketNumber={open} drafts={drafts} onClose={close} />}
      </div>
    </div>
  );
}

interface NoTicketsProps {
  readonly view: TicketsView;
  readonly onView: (change: (latest: TicketsView) => TicketsView) => void;
}

/** Shown if there is no ticket at all, none that is open, or none that matches; each with its next step. */
function NoTickets({ view, onView }: NoTicketsProps) {
  const { t } = useTranslation('tickets');
  const { search, state, assigned, urgency } = view;
  const isNarrowed = search.trim() !== '' || assigned !== '' || urgency !== '' || state === 'closed';
  const kind = isNarrowed ? 'noMatch' : state === 'open' ? 'noneOpen' : 'none';
  return (
    <ListState heading={t(`empty.${kind}.heading`)} text={t(`empty.${kind}.text`)}>
      {kind !== 'none' && (
        <Button
          type="primary"
          onClick={() => {
            onView(({ sort, descending }) => ({ ...everything, sort, descending }));
          }}
        >
          {t('empty.all')}
        </Button>
      )}
    </ListState>
  );
}
