/** The place of a screen's rows: plain ones first, then the grid in their place; what else there is to say stands over both. */
import { type ReactNode, type Ref, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { PartBoundary } from '../PartBoundary.tsx';
import type { GridHead } from './gridHeadContext.ts';
import type { CellPlace, GridColumn, GridHandle, Page, RowSource, VisibleRows } from './gridTypes.ts';
import { LazyDataGrid } from './lazyDataGrid.ts';
import { FirstRowsTable } from './FirstRowsTable.tsx';

/** Rows to be shown from now on; each new object is a new list. */
export interface ShownRows<Row> {
  readonly source: RowSource<Row>;
  /** The first that one sees, and the page it is on. */
  readonly firstRow: number;
  readonly page: Page<Row>;
  /** The same list as before with newer rows: nothing scrolls. */
  readonly stays?: boolean;
}

/** Where one stood, for Back. */
interface Place {
  readonly recall: () => { readonly firstRow: number; readonly focus?: CellPlace };
  readonly remember: (part: { readonly firstRow?: number; readonly focus?: CellPlace }) => void;
}

interface Props<Row extends object> {
  readonly label: string;
  readonly nonce: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly head: GridHead;
  /** Null until the first rows are there. */
  readonly shown: ShownRows<Row> | null;
  readonly pending: boolean;
  readonly place: Place;
  readonly frame: Ref<HTMLDivElement>;
  /** Told where the grid's code can't be had. */
  readonly broken: ReactNode;
  /** Keeps its identity. */
  readonly idOf: (row: Row) => string;
  readonly isOpen: (row: Row) => boolean;
  /** Keeps its identity. */
  readonly onVisible: (rows: VisibleRows) => void;
  readonly onOpen: (row: Row) => void;
  readonly children?: ReactNode;
}

export function GridTable<Row extends object>({ shown, pending, frame, broken, children, ...props }: Props<Row>) {
  const { label, columns, head, idOf, onVisible } = props;
  const [gridStands, setGridStands] = useState(false);
  const onReady = useCallback(() => {
    setGridStands(true);
  }, []);
  const onRoom = useCallback(
    (rows: number) => {
      if (shown) onVisible(rows > 0 ? { first: shown.firstRow, last: shown.firstRow + rows - 1 } : null);
    },
    [shown, onVisible],
  );
  return (
    <div ref={frame} role="region" aria-label={label} className="list-stage" aria-busy={pending}>
      {shown && (
        <PartBoundary fallback={broken}>
          <Suspense>
            <Rows {...props} shown={shown} onReady={onReady} />
          </Suspense>
        </PartBoundary>
      )}
      {!gridStands && (
        <FirstRowsTable
          label={label}
          columns={columns}
          rows={shown?.page.rows ?? null}
          idOf={idOf}
          sortOf={head.sortOf}
          onRoom={onRoom}
        />
      )}
      {children}
    </div>
  );
}

type RowsProps<Row extends object> = Omit<Props<Row>, 'shown' | 'pending' | 'frame' | 'broken' | 'children'> & {
  readonly shown: ShownRows<Row>;
  readonly onReady: () => void;
};

/** More rows than any window shows. */
const WINDOW_ROWS = 60;

function Rows<Row extends object>({ shown, place, onReady, onVisible, onOpen, ...props }: RowsProps<Row>) {
  const grid = useRef<GridHandle<Row>>(null);
  const latest = useRef(shown);
  // The grid empties itself for a new source; this one stays, and hands out the rows of whichever is shown.
  const [source] = useState((): RowSource<Row> => ({ read: (offset) => latest.current.source.read(offset) }));

  const goBackToFocus = useCallback(() => {
    const { focus, firstRow } = place.recall();
    const isSeen = focus && focus.row >= firstRow && focus.row < firstRow + WINDOW_ROWS;
    if (isSeen && !(document.activeElement instanceof HTMLInputElement)) grid.current?.focusCell(focus);
  }, [place]);

  useEffect(() => {
    if (latest.current === shown) return;
    latest.current = shown;
    if (shown.stays) {
      grid.current?.reread();
      return;
    }
    grid.current?.restart(shown.firstRow, shown.page);
    goBackToFocus();
  }, [shown, goBackToFocus]);

  const stands = useRef(false);
  const ready = useCallback(() => {
    if (stands.current) return;
    stands.current = true;
    goBackToFocus();
    onReady();
  }, [goBackToFocus, onReady]);

  return (
    <LazyDataGrid<Row>
      {...props}
      ref={grid}
      source={source}
      initial={{ total: shown.page.total, firstRow: shown.firstRow }}
      onReady={ready}
      onVisible={(rows) => {
        place.remember({ firstRow: rows?.first ?? 0 });
        onVisible(rows);
      }}
      onFocus={(focus) => {
        place.remember({ focus });
      }}
      onColumns={nothing}
      onOpen={onOpen}
      onContextMenu={onOpen}
      onKey={(row, event, cell) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const own = cell.querySelector<HTMLElement>('a, button');
        if (own) own.click();
        else onOpen(row);
      }}
    />
  );
}

const nothing = () => undefined;
