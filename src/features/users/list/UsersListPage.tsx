/** The users list. Filter, search, sort and the open panel are in the URL; rows follow each keystroke of the search. */
import type { InputRef } from 'antd';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { registerModule } from '@store/modules.ts';
import { selectIssuedCode } from '@store/users/recoveryCode.slice.ts';
import { usersModule } from '@store/users/users.module.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { GridHandle, VisibleRows } from '@src/ui/grid/gridTypes.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import { OptionsToggle } from '@src/ui/OptionsToggle.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { isBulkMounted, LazyBulkArea } from '../bulk/lazyBulk.ts';
import { useOwnOperations } from '../bulk/useOwnOperations.ts';
import { RowSelectionContext } from '../bulk/rowSelectionContext.ts';
import { useRowSelection } from '../bulk/useRowSelection.ts';
import { useUserFilters } from '../filters/useUserFilters.tsx';
import { ColumnChooser } from '../tools/ColumnChooser.tsx';
import { SavedViews } from '../tools/SavedViews.tsx';
import { OperationsButton } from '../tools/OperationsButton.tsx';
import { ExportButton } from '../tools/ExportButton.tsx';
import { useTour } from '../tour/useTour.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { useRegionKeys } from '@src/list/useRegionKeys.ts';
import { addressOf, type TabFilter } from '../view/usersView.ts';
import { useWantedView } from '../view/useWantedView.ts';
import { FilterTabs } from './FilterTabs.tsx';
import { RecoveryCodeDialog, UserPanel, UsersTour } from './lazyParts.ts';
import { RangeText } from './RangeText.tsx';
import { SearchBox } from './SearchBox.tsx';
import { UnknownFilter } from './UnknownFilter.tsx';
import { useColumns } from './useColumns.ts';
import { useFilterCounts } from './useFilterCounts.ts';
import { useFirstRowFocus } from './useFirstRowFocus.ts';
import { useListKeys } from './useListKeys.ts';
import { useListing } from './useListing.ts';
import { usePanelFocus } from './usePanelFocus.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { ViewNotice } from './ViewNotice.tsx';
import { UsersHead } from './UsersHead.tsx';
import { UsersTable } from './UsersTable.tsx';
import './users.css';

registerModule(usersModule);

export { prepare } from './firstPage.ts';

const MINUTE_MS = 60_000;
/** Padding of the page and border of the list, on a desk. */
const BESIDE_LIST_PX = 66;

export default function UsersListPage() {
  const { data: self = null } = useFetchSelfQuery();
  const formats = useFormats();
  const { t } = useTranslation('users');
  const now = useNow(MINUTE_MS);
  const memory = useGridScrollHistory();
  const { wantedView, openUser, unknownFilter, saved, text, setText, changeView, openPanel, syncUrl } = useWantedView();
  const listing = useListing(wantedView, () => memory.recall().firstRow, saved.isOpening);
  const { shown } = listing;
  const { counts, current } = useFilterCounts(shown?.view, wantedView);
  const total = listing.total ?? (shown && current?.[shown.view.filter]) ?? null;
  const searchBox = useRef<InputRef>(null);
  const tableId = useId();
  const tableFrame = useRef<HTMLDivElement>(null);
  const { columns, saveColumns, choice: columnChoice } = useColumns(self, useRowWidth(tableFrame, BESIDE_LIST_PX), saved.shown);
  const grid = useRef<GridHandle<UserSummary>>(null);
  const selection = useRowSelection({ view: shown?.view ?? wantedView, total, grid, formats });
  const operations = useOwnOperations();
  const [visible, setVisible] = useState<VisibleRows>(null);
  const tour = useTour();
  const isCodeIssued = useSelector(selectIssuedCode) !== null;
  useListKeys(searchBox);
  useRegionKeys();
  const goToRows = useFirstRowFocus(text, listing.pending, () => {
    grid.current?.focusCell({ row: 0, column: columnChoice.shown[0] ?? 'actions' });
  });

  useEffect(() => {
    if (shown) syncUrl(shown.view);
  }, [shown, syncUrl]);

  const { openedRow, openRow, closePanel } = usePanelFocus(grid, openPanel, {
    row: visible?.first ?? 0,
    column: columnChoice.shown[0] ?? 'actions',
  });

  const tokens = useUserFilters({ self, view: wantedView, counts, onView: changeView });
  const addressFor = (filter: TabFilter) => {
    const next = { ...wantedView, filter };
    return addressOf(next, openUser, saved.viewIdFor(next, saved.shown?.viewId));
  };

  return (
    <div className={current ? 'page list-page users-list' : 'page list-page users-list users-counting'}>
      <UsersHead self={self} where={wantedView.where} />
      <div className="regions" data-region>
        <div className="options-row row">
          <SearchBox
            ref={searchBox}
            text={text}
            busy={listing.pending && shown !== null}
            onText={setText}
            onGoToRows={goToRows}
          />
          <OptionsToggle chosen={wantedView.filter === 'all' ? undefined : t(`filter.${wantedView.filter}`)} />
          <FilterTokens {...tokens} />
        </div>
        <div className="users-filters options row spread">
          <FilterTabs
            filter={wantedView.filter}
            counts={counts}
            addressFor={addressFor}
            onChoose={(filter) => {
              changeView((latest) => ({ ...latest, filter }));
            }}
            views={saved.tabs}
            shownView={saved.shown}
            controls={tableId}
          />
          <div className="users-tools small-buttons row row-tight">
            <RangeText visible={visible} total={total} formats={formats} />
            {self && <SavedViews userId={self.userId} view={wantedView} columns={columnChoice.chosen} saved={saved} />}
            <ColumnChooser choice={columnChoice} />
            <OperationsButton operations={operations.ended} />
            <ExportButton view={shown?.view ?? wantedView} columns={columnChoice.exported} />
          </div>
        </div>
      </div>
      {unknownFilter !== undefined && <UnknownFilter word={unknownFilter} allAddress={addressFor('all')} />}
      <ViewNotice saved={saved} />
      <div className="list-body">
        <RowSelectionContext value={selection}>
          <UsersTable
            id={tableId}
            columns={columns}
            frame={tableFrame}
            grid={grid}
            wantedView={wantedView}
            listing={listing}
            total={total}
            inAll={current?.all}
            formats={formats}
            now={now}
            memory={memory}
            openUser={openUser}
            onView={changeView}
            onOpen={openRow}
            onVisible={setVisible}
            onColumns={saveColumns}
          />
        </RowSelectionContext>
        {openUser !== undefined && (
          <PartErrorBoundary>
            <Suspense>
              <UserPanel
                userName={openUser}
                row={openedRow?.userName === openUser ? openedRow : undefined}
                now={now}
                onClose={closePanel}
              />
            </Suspense>
          </PartErrorBoundary>
        )}
      </div>
      {isBulkMounted(selection.selected.size > 0 || operations.ended.length > 0 || operations.running !== undefined) && (
        <PartErrorBoundary>
          <Suspense>
            <LazyBulkArea
              selection={selection}
              view={shown?.view ?? wantedView}
              columns={columnChoice.exported}
              found={operations.running}
              onCleared={() => {
                grid.current?.focusCell({ row: memory.recall().focus?.row ?? visible?.first ?? 0, column: 'actions' });
              }}
            />
          </Suspense>
        </PartErrorBoundary>
      )}
      <PartErrorBoundary>
        <Suspense>
          {isCodeIssued && <RecoveryCodeDialog />}
          {tour.isShown && <UsersTour onClose={tour.end} />}
        </Suspense>
      </PartErrorBoundary>
    </div>
  );
}
