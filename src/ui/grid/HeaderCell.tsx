/** The head of a column: its name, which way it is sorted, and the button of its filter. */
import type { IHeaderParams } from 'ag-grid-community';
import { use, useEffect, useRef } from 'react';
import { GridHeadContext } from './gridHeadContext.ts';
import { SortMark } from './SortMark.tsx';

/** Dropping a column on itself ends in a click too; that is no wish to sort. */
const AFTER_MOVE_MS = 100;

interface Props extends IHeaderParams {
  /** Ours: the library itself does not sort, as it would empty itself while the sorted rows are on their way. */
  readonly sortable: boolean;
}

export function HeaderCell({ column, displayName, eGridHeader, sortable }: Props) {
  const { sortOf, onSort, Action } = use(GridHeadContext);
  const key = column.getColId();
  const sort = sortOf(key);
  const moved = useRef(0);

  useEffect(() => {
    const note = () => {
      moved.current = Date.now();
    };
    column.addEventListener('movingChanged', note);
    return () => {
      column.removeEventListener('movingChanged', note);
    };
  }, [column]);

  const direction = !sortable ? undefined : !sort ? 'none' : sort.descending ? 'descending' : 'ascending';
  useEffect(() => {
    if (direction) eGridHeader.setAttribute('aria-sort', direction);
    else eGridHeader.removeAttribute('aria-sort');
  }, [eGridHeader, direction]);

  useEffect(() => {
    if (!sortable) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.target !== eGridHeader || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onSort(key, event.shiftKey);
    };
    eGridHeader.addEventListener('keydown', press);
    return () => {
      eGridHeader.removeEventListener('keydown', press);
    };
  }, [eGridHeader, sortable, key, onSort]);

  return (
    <div className="grid-head">
      <span
        className={sortable ? 'grid-head-name grid-head-sortable' : 'grid-head-name'}
        onClick={(event) => {
          if (sortable && Date.now() - moved.current > AFTER_MOVE_MS) onSort(key, event.shiftKey);
        }}
      >
        <span className="cut">{displayName}</span>
        {sort && <SortMark sort={sort} />}
      </span>
      {Action && <Action column={key} cell={eGridHeader} />}
    </div>
  );
}
