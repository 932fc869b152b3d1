/** The thin skin on AG Grid: rows come in pages, nothing is ever emptied while newer rows are on their way, and no colour is its own. */
import type {
  CellContextMenuEvent,
  CellFocusedEvent,
  CellKeyDownEvent,
  ColDef,
  FullWidthCellKeyDownEvent,
  GridApi,
  GridReadyEvent,
  RowClickedEvent,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import { type ComponentType, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type GridHead, GridHeadContext } from './gridHeadContext.ts';
import { gridHandle, placesOf, visibleRows } from './gridHandle.ts';
import { gridModules } from './gridModules.ts';
import { datasource } from './gridSource.ts';
import { gridTheme } from './gridTheme.ts';
import {
  type CellPlace,
  type ColumnPlace,
  type GridColumn,
  type GridHandle,
  PAGE_ROWS,
  type RowSource,
  type VisibleRows,
} from './gridTypes.ts';
import { HeaderCell } from './HeaderCell.tsx';

interface Props<Row extends object> {
  readonly label: string;
  readonly nonce: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly head: GridHead;
  /** A new one empties the grid: keep it, and let it hand out other pages. */
  readonly source: RowSource<Row>;
  /** What the grid is to begin with, so that Back finds its place at once. */
  readonly initial: { readonly total: number; readonly firstRow: number };
  readonly idOf: (row: Row) => string;
  /** Whether this row is the one that is open beside the grid. */
  readonly isOpen: (row: Row) => boolean;
  readonly ref: Ref<GridHandle<Row>>;
  readonly onReady: () => void;
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onFocus: (place: CellPlace) => void;
  readonly onColumns: (places: readonly ColumnPlace[]) => void;
  readonly onOpen: (row: Row) => void;
  readonly onContextMenu: (row: Row, event: MouseEvent) => void;
  /** A key pressed on a cell, before the grid takes it. */
  readonly onKey: (row: Row, event: KeyboardEvent, cell: HTMLElement) => void;
}

type Cell<Row> = ComponentType<{ readonly row: Row }>;

const drawn = new WeakMap<object, ComponentType<{ readonly data: never }>>();

/** The same component for the same cell, or every cell would be made anew with each change of the columns. */
function cellOf<Row>(Cell: Cell<Row>): unknown {
  const known = drawn.get(Cell);
  if (known) return known;
  const GridCell = ({ data }: { readonly data: Row | undefined }) => data && <Cell row={data} />;
  drawn.set(Cell, GridCell);
  return GridCell;
}

function definition<Row>({ key, label, width, fixed = false, sortable = false, Cell }: GridColumn<Row>): ColDef<Row> {
  return {
    colId: key,
    headerName: label,
    width,
    minWidth: fixed ? width : 80,
    sortable: false,
    headerComponentParams: { sortable },
    cellRenderer: cellOf(Cell),
    ...(fixed && {
      pinned: 'left',
      lockPosition: 'left',
      lockPinned: true,
      lockVisible: true,
      resizable: false,
      suppressMovable: true,
    }),
  };
}

const modules = [...gridModules];
const defaults: ColDef = { headerComponent: HeaderCell, suppressHeaderMenuButton: true };

export function DataGrid<Row extends object>(props: Props<Row>) {
  const { label, nonce, columns, head, source, initial, idOf, isOpen, ref } = props;
  const [api, setApi] = useState<GridApi<Row>>();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const [start] = useState(initial);
  const definitions = useMemo(() => columns.map(definition), [columns]);
  const rows = useMemo(() => datasource(source), [source]);
  useImperativeHandle(ref, () => gridHandle(() => api), [api]);

  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (api) frame.current?.querySelector('[role="grid"]')?.setAttribute('aria-label', label);
  }, [api, label]);

  const shownOpen = useRef(isOpen);
  useEffect(() => {
    const wasOpen = shownOpen.current;
    shownOpen.current = isOpen;
    const changed = (api?.getRenderedNodes() ?? []).filter(({ data }) => data && wasOpen(data) !== isOpen(data));
    if (changed.length > 0) api?.redrawRows({ rowNodes: changed });
  }, [api, isOpen]);

  const ready = ({ api: grid }: GridReadyEvent<Row>) => {
    setApi(grid);
    if (start.firstRow > 0) grid.ensureIndexVisible(start.firstRow, 'top');
  };
  const tellVisible = ({ api: grid }: { readonly api: GridApi<Row> }) => {
    props.onVisible(visibleRows(grid));
  };
  const tellColumns = ({ api: grid, finished }: { readonly api: GridApi<Row>; readonly finished?: boolean }) => {
    if (finished !== false) props.onColumns(placesOf(grid.getColumnState()));
  };

  return (
    <AgGridProvider modules={modules}>
      <GridHeadContext value={head}>
        <div ref={frame} className="data-grid">
          <AgGridReact<Row>
            theme={gridTheme}
            styleNonce={nonce}
            rowModelType="infinite"
            datasource={rows}
            cacheBlockSize={PAGE_ROWS}
            maxBlocksInCache={4}
            maxConcurrentDatasourceRequests={2}
            blockLoadDebounceMillis={40}
            infiniteInitialRowCount={Math.max(start.total, 1)}
            columnDefs={definitions}
            defaultColDef={defaults}
            getRowId={({ data }) => idOf(data)}
            rowClassRules={{
              'row-loading': ({ data }) => data === undefined,
              'row-open': ({ data }) => data !== undefined && latest.current.isOpen(data),
            }}
            onGridReady={ready}
            onFirstDataRendered={props.onReady}
            onBodyScroll={tellVisible}
            onModelUpdated={tellVisible}
            onGridSizeChanged={tellVisible}
            onColumnMoved={tellColumns}
            onColumnResized={tellColumns}
            onCellFocused={({ rowIndex, column }: CellFocusedEvent<Row>) => {
              if (rowIndex !== null && column !== null && typeof column === 'object') {
                props.onFocus({ row: rowIndex, column: column.getId() });
              }
            }}
            onRowClicked={({ data, event }: RowClickedEvent<Row>) => {
              if (data && !isOwnBusiness(event)) props.onOpen(data);
            }}
            preventDefaultOnContextMenu
            onCellContextMenu={({ data, event }: CellContextMenuEvent<Row>) => {
              if (data && event instanceof MouseEvent) props.onContextMenu(data, event);
            }}
            onCellKeyDown={({ data, event }: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>) => {
              const cell = event?.target;
              if (data && event instanceof KeyboardEvent && cell instanceof HTMLElement) props.onKey(data, event, cell);
            }}
            suppressDragLeaveHidesColumns
            suppressColumnMoveAnimation
            suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
            ensureDomOrder
            animateRows={false}
          />
        </div>
      </GridHeadContext>
    </AgGridProvider>
  );
}

/** A press on a link or a button in a row is that one's own business, and marking text is nobody's. */
const isOwnBusiness = (event: Event | null | undefined): boolean =>
  (event?.target instanceof Element && event.target.closest('a, button, input, label') !== null) ||
  getSelection()?.type === 'Range';
