/** `/Support/Tickets`: the support desk. Search, filters, sort and the open ticket are in the URL. */
import { type ComponentType, useCallback, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { TicketSummary } from '@api/contract/tickets.ts';
import type { TicketTab } from '@api/contract/tickets.list.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
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
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { ListFailed, SomeRowsFailed } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { useTicketColumns } from './columns.tsx';
import { type LoadLoginState, withLoginState } from './loginState.tsx';
import { NoTickets } from './NoTickets.tsx';
import { TicketFilters } from './TicketFilters.tsx';
import { TicketPanel } from './TicketPanel.tsx';
import { TicketTabs } from './TicketTabs.tsx';
import { addressOf } from './ticketsView.ts';
import { useFocusAfterClose } from './useFocusAfterClose.ts';
import { useTickets } from './useTickets.ts';
import { useTicketsAddress } from './useTicketsAddress.ts';
import { useTicketsGridHead } from './useTicketsGridHead.ts';

const idOf = ({ ticketNumber }: TicketSummary): string => ticketNumber;

/** @param loadLoginState the part of user administration that says whether a ticket's sender can log in */
export const ticketsPageWith = (loadLoginState: LoadLoginState): ComponentType => withLoginState(loadLoginState, TicketsPage);

function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const { nonce } = usePageConfig();
  const formats = useFormats();
  const memory = useGridScrollHistory();
  const { view, open, setSearch, changeView, openTicket, leaveTicket, syncUrl } = useTicketsAddress();
  const tickets = useTickets(view, () => memory.recall().firstRow);
  const { shown, total, counts, pending, error, someFailed, tryAgain, readNext } = tickets;
  usePageRefresh(tryAgain);
  useRegionKeys();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle<TicketSummary>>(null);
  const emptyHeading = useRef<HTMLHeadingElement>(null);
  const focusClosed = useFocusAfterClose(grid, emptyHeading, open);
  const columns = useTicketColumns(useRowWidth(frame), view.tab);
  const panelId = useId();
  const dispatch = useDispatch();
  const head = useTicketsGridHead(view, changeView);
  const addressAt = useCallback((ticketNumber: string) => addressOf(view, ticketNumber), [view]);
  const isOpen = useCallback(({ ticketNumber }: TicketSummary) => ticketNumber === open, [open]);
  const close = useCallback(() => {
    openTicket();
  }, [openTicket]);
  /** The next ticket opens in place of the answered one, unless the user has opened another meanwhile. */
  const openNextTicket = async (answered: string) => {
    dispatch(noticeRaised({ severity: 'success', message: { phrase: 'tickets:answered', values: { number: answered } } }));
    const next = await readNext(answered);
    if (next !== null) leaveTicket(answered, next);
  };
  const addressFor = (tab: TicketTab) => addressOf({ ...view, tab }, open);
  return (
    <div className="page list-page">
      <header className="row spread">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
      </header>
      <div className="regions" data-region>
        <div className="row spread">
          <ListSearch label={t('search')} value={view.search} onChange={setSearch} onEnd={syncUrl} />
          <TicketFilters view={view} onView={changeView} />
          <p className="muted small" role="status">
            {total !== null && t('total', { count: total, total: formats.number(total) })}
          </p>
        </div>
        <TicketTabs
          tab={view.tab}
          counts={counts}
          addressFor={addressFor}
          onChoose={(tab) => {
            changeView((latest) => ({ ...latest, tab }));
          }}
          controls={panelId}
        />
      </div>
      <div className="list-body">
        <OpenAddressContext value={addressAt}>
          <GridTable<TicketSummary>
            label={t('title')}
            tabPanelId={panelId}
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
              total === 0 && counts && <NoTickets view={view} counts={counts} onView={changeView} heading={emptyHeading} />
            )}
          </GridTable>
        </OpenAddressContext>
        {open !== undefined && <TicketPanel ticketNumber={open} onAnswered={openNextTicket} onClose={close} />}
      </div>
    </div>
  );
}
