/** The first rows as a plain table, before the grid's code is there, and the shape of rows before the rows are: the same look, in the same place. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SortMark } from './SortMark.tsx';
import type { ColumnSort, GridColumn } from './gridTypes.ts';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null while they are on their way. */
  readonly rows: readonly Row[] | null;
  readonly idOf: (row: Row) => string;
  readonly sortOf: (column: string) => ColumnSort | undefined;
  /** How many rows there is room for. */
  readonly onRoom: (rows: number) => void;
}

/** Rows of bars that stand for those to come; no more than any window has room for. */
const MAX_ROWS = 60;

const directionOf = (sort: ColumnSort | undefined) => (sort ? (sort.descending ? 'descending' : 'ascending') : 'none');

export function FirstRowsTable<Row>({ label, columns, rows, idOf, sortOf, onRoom }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const [room, setRoom] = useState(0);

  useEffect(() => {
    if (!frame.current || !head.current) return undefined;
    const measured = frame.current;
    const rowHeight = head.current.offsetHeight || 40;
    const observer = new ResizeObserver(() => {
      const count = Math.min(MAX_ROWS, Math.ceil(measured.clientHeight / rowHeight));
      setRoom(count);
      onRoom(Math.round(measured.clientHeight / rowHeight) - 1);
    });
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [onRoom]);

  const body: ReactNode = rows
    ? rows.slice(0, Math.max(room, 1)).map((row) => (
        <tr key={idOf(row)}>
          {columns.map(({ key, Cell }) => (
            <td key={key}>
              <Cell row={row} />
            </td>
          ))}
        </tr>
      ))
    : Array.from({ length: room }, (_, index) => (
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
