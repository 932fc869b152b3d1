/** The audit report, newest first. Filters and the open event are in the URL. */
import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { ListedEvent } from '@api/contract/audit.ts';
import { reachesAllOrganisations } from '@api/contract/person.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { OpenAddressContext } from '@src/list/openAddressContext.ts';
import { useRegionKeys } from '@src/list/useRegionKeys.ts';
import { usePageRefresh } from '@src/navigation/usePageRefresh.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import type { VisibleRows } from '@src/ui/grid/gridTypes.ts';
import { ListFailed, ListState, SomeRowsFailed } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { isNarrow } from '@src/ui/grid/isNarrow.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { addressOf, type AuditView, isFiltered, ofBulk, unfiltered } from './auditView.ts';
import { useAuditColumns } from './columns.tsx';
import { EventPanel } from './EventPanel.tsx';
import { ExportButton, ExportProgress } from './ExportTool.tsx';
import { useExport } from './useExport.ts';
import { Histogram, useHistogram } from './Histogram.tsx';
import { useAuditAddress, type ViewChange } from './useAuditAddress.ts';
import { useEvents } from './useEvents.ts';
import { usePageCursors } from './usePageCursors.ts';
import './audit.css';

const MINUTE_MS = 60_000;

/** The server always returns newest first. */
const head: GridHead = {
  sortOf: (column) => (column === 'at' ? { descending: true, rank: undefined } : undefined),
  onSort: () => undefined,
  Action: undefined,
};

const idOf = ({ eventId }: ListedEvent): string => eventId;

export default function AuditPage() {
  const { t } = useTranslation(['audit', 'common']);
  const { t: common } = useTranslation('common');
  const { nonce } = usePageConfig();
  const self = useSelf();
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const memory = useGridScrollHistory();
  const { view, open, changeView, openEvent } = useAuditAddress();
  const { cursors, asOf, refresh } = usePageCursors(addressOf(view), useLocation().key);
  const { shown, pending, problem, someFailed, tryAgain } = useEvents(view, cursors, asOf, () => memory.recall().firstRow);
  usePageRefresh(refresh);
  useRegionKeys();
  const [listedEvent, setListedEvent] = useState<ListedEvent>();
  const [visible, setVisible] = useState<VisibleRows>(null);
  const frame = useRef<HTMLDivElement>(null);
  const seesAllOrganisations = self !== null && reachesAllOrganisations({ roles: self.roles, house: self.clearLife });
  const rowWidth = useRowWidth(frame);
  const columns = useAuditColumns(seesAllOrganisations, rowWidth);
  const total = shown?.total ?? null;
  const lines = shown?.lines ?? 0;
  const exports = useExport(view, asOf, total ?? 0);
  const histogram = useHistogram(view, asOf);

  const openId = open?.eventId;
  const isOpen = useCallback(({ eventId }: ListedEvent) => eventId === openId, [openId]);
  const close = useCallback(() => {
    openEvent();
  }, [openEvent]);

  const totalText = total === null ? '' : t('total', { count: total, total: formats.number(total) });
  const seen = useMemo(
    () =>
      visible && {
        first: formats.number(visible.first + 1),
        last: formats.number(Math.min(visible.last + 1, lines)),
        total: formats.number(lines),
      },
    [visible, lines, formats],
  );

  return (
    <div className="page list-page audit-page">
      <header className="row spread">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <p className="muted small grow">
          {seen && total ? [t('seen', seen), lines < total && totalText].filter(Boolean).join(' · ') : totalText}
        </p>
        <VisuallyHidden>
          <span role="status">{pending ? '' : totalText}</span>
        </VisuallyHidden>
        <div className="small-buttons row row-tight">
          <BusyButton type="link" busy={pending && shown !== null} onClick={refresh}>
            {t('refresh')}
          </BusyButton>
          <ExportButton {...exports} view={view} now={asOf} />
        </div>
      </header>
      <div className="regions" data-region>
        <AuditFilters view={view} now={asOf} histogram={histogram.data} onView={changeView} />
        <Histogram view={view} query={histogram} onView={changeView} />
      </div>
      <ExportProgress {...exports} />
      <div className="list-body">
        <OpenAddressContext value={(bulk) => addressOf(ofBulk(view, bulk))}>
          <GridTable<ListedEvent>
            label={t('label')}
            nonce={nonce}
            columns={columns}
            head={head}
            shown={shown}
            pending={pending}
            positionMemory={memory}
            frame={frame}
            density={isNarrow(rowWidth) ? 'default' : 'compact'}
            idOf={idOf}
            isOpen={isOpen}
            onVisible={setVisible}
            onOpen={(event) => {
              const { bulk } = event;
              if (bulk) {
                changeView((latest) => ofBulk(latest, bulk.bulkId));
                return;
              }
              setListedEvent(event);
              openEvent(event);
            }}
          >
            {someFailed && <SomeRowsFailed onTryAgain={tryAgain} />}
            {problem ? (
              <ListFailed heading={t('empty.failed')} text={problemText(problem, common)} onTryAgain={tryAgain} />
            ) : (
              total === 0 && shown && <EmptyReport view={shown.view} onView={changeView} />
            )}
          </GridTable>
        </OpenAddressContext>
        {open && <EventPanel open={open} listedEvent={listedEvent} view={view} now={now} onClose={close} />}
      </div>
    </div>
  );
}

interface EmptyReportProps {
  readonly view: AuditView;
  readonly onView: (change: ViewChange) => void;
}

/** No event matches the filters, or none happened in the range. */
function EmptyReport({ view, onView }: EmptyReportProps) {
  const { t } = useTranslation('audit');
  const filtered = isFiltered(view);
  const kind = filtered ? 'noMatch' : view.range === 'all' ? 'none' : 'noTime';
  return (
    <ListState heading={t(`empty.${kind}.heading`)} text={t(`empty.${kind}.text`)}>
      {view.range !== 'all' && (
        <Button type="primary" onClick={() => onView((latest) => ({ ...latest, range: 'all', from: '', to: '' }))}>
          {t('empty.always')}
        </Button>
      )}
      {filtered && <Button onClick={() => onView(unfiltered)}>{t('filter.clear')}</Button>}
    </ListState>
  );
}
