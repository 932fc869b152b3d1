/** Column header: name, sort direction, filter button. */
import type { IHeaderParams } from 'ag-grid-community';
import { use, useEffect, useRef } from 'react';
import { GridHeadContext } from './gridHeadContext.ts';
import { SortMark } from './SortMark.tsx';

/** Dropping a column on itself also fires a click, which must not sort. */
const CLICK_AFTER_MOVE_MS = 100;

interface Props extends IHeaderParams {
  /** Handled by us: the grid's own sort would show it empty while the rows load. */
  readonly sortable: boolean;
}

export function HeaderCell({ column, displayName, eGridHeader, sortable }: Props) {
  const { sortOf, onSort, Action } = use(GridHeadContext);
  const key = column.getColId();
  const sort = sortOf(key);
  const movedAt = useRef(0);

  useEffect(() => {
    const noteMove = () => {
      movedAt.current = Date.now();
    };
    column.addEventListener('movingChanged', noteMove);
    return () => {
      column.removeEventListener('movingChanged', noteMove);
    };
  }, [column]);

  const direction = !sortable ? undefined : !sort ? 'none' : sort.descending ? 'descending' : 'ascending';
  useEffect(() => {
    if (direction) eGridHeader.setAttribute('aria-sort', direction);
    else eGridHeader.removeAttribute('aria-sort');
  }, [eGridHeader, direction]);

  useEffect(() => {
    if (!sortable) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== eGridHeader || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onSort(key, event.shiftKey);
    };
    eGridHeader.addEventListener('keydown', onKeyDown);
    return () => {
      eGridHeader.removeEventListener('keydown', onKeyDown);
    };
  }, [eGridHeader, sortable, key, onSort]);

  return (
    <div className="grid-head">
      <span
        className={sortable ? 'grid-head-name grid-head-sortable' : 'grid-head-name'}
        onClick={(event) => {
          if (sortable && Date.now() - movedAt.current > CLICK_AFTER_MOVE_MS) onSort(key, event.shiftKey);
        }}
      >
        <span className="cut">{displayName}</span>
        {sort && <SortMark sort={sort} />}
      </span>
      {Action && <Action column={key} cell={eGridHeader} />}
    </div>
  );
}
