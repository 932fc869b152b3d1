/** The first rows, or placeholders of them, as a plain table until the grid's code has loaded; same look, same position. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { beforePaint } from '../beforePaint.ts';
import { SortMark } from './SortMark.tsx';
import type { ColumnSort, GridColumn } from './gridTypes.ts';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null while loading. */
  readonly rows: readonly Row[] | null;
  readonly idOf: (row: Row) => string;
  readonly sortOf: (column: string) => ColumnSort | undefined;
  /** Called with the number of rows that fit. */
  readonly onRoom: (rows: number) => void;
}

/** Maximum of placeholder rows; more than any window shows. */
const MAX_ROWS = 60;
const ROW_HEIGHT_PX = 40;
/** Height of the parts above and below the rows, at least. */
const AROUND_PX = 240;

/** The number of rows that probably fits: with a right guess, the rows are drawn once. */
const probableCapacity = (): number => Math.min(MAX_ROWS, Math.max(1, Math.ceil((innerHeight - AROUND_PX) / ROW_HEIGHT_PX)));

const directionOf = (sort: ColumnSort | undefined) => (sort ? (sort.descending ? 'descending' : 'ascending') : 'none');

export function FirstRowsTable<Row>({ label, columns, rows, idOf, sortOf, onRoom }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const [rowCapacity, setRowCapacity] = useState(probableCapacity);

  // A layout effect: the cleanup of the other kind comes after the observer has reported the removed table as empty.
  useLayoutEffect(() => {
    if (!frame.current || !head.current) return undefined;
    const element = frame.current;
    const headRow = head.current;
    const measure = () => {
      // Without a layout there is nothing to measure.
      if (element.clientHeight === 0) return;
      const rowHeight = headRow.offsetHeight || ROW_HEIGHT_PX;
      setRowCapacity(Math.min(MAX_ROWS, Math.ceil(element.clientHeight / rowHeight)));
      onRoom(Math.round(element.clientHeight / rowHeight) - 1);
    };
    const cancel = beforePaint(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [onRoom]);

  const body: ReactNode = rows
    ? rows.slice(0, Math.max(rowCapacity, 1)).map((row) => (
        <tr key={idOf(row)}>
          {columns.map(({ key, Cell }) => (
            <td key={key}>
              <Cell row={row} />
            </td>
          ))}
        </tr>
      ))
    : Array.from({ length: rowCapacity }, (_, index) => (
        <tr key={index} className="row-loading">
          {columns.map(({ key }) => (
            <td key={key} />
          ))}
        </tr>
      ));

  return (
    <div ref={frame} className="plain-rows">
      <table aria-label={label} aria-busy={rows === null}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} width={width} />
          ))}
        </colgroup>
        <thead ref={head}>
          <tr>
            {columns.map(({ key, label: name, sortable }) => {
              const sort = sortOf(key);
              return (
                <th key={key} scope="col" aria-sort={sortable ? directionOf(sort) : undefined}>
                  <span className="grid-head-name">
                    <span className="cut">{name}</span>
                    {sort && <SortMark sort={sort} />}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}
