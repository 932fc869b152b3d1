/** Below the list: bar for the selection, the progress and the result of an operation on many users. */
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { operationFound, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { refreshRows } from '../list/rowsRefresh.ts';
import type { UsersView } from '../view/usersView.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import type { RowSelection } from './rowSelectionContext.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useExport } from './useExport.ts';
import { isClosed } from './useFoundOperation.ts';
import './bulk.css';

registerModule(bulkModule);

interface Props {
  readonly selection: RowSelection;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
  /** An operation that was started before, also in another tab. */
  readonly found: LongRunningOperation | undefined;
  /** The selection was cleared: move the focus. */
  readonly onCleared: () => void;
}

export default function BulkArea({ selection, view, columns, found, onCleared }: Props) {
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const exportSelected = useExport({ bulk, selection, view, columns });
  const isIdle = bulk.kind === 'idle';
  useEffect(() => {
    if (isIdle && found && !isClosed(found)) dispatch(operationFound(found));
  }, [dispatch, isIdle, found]);
  const changed = bulk.kind === 'followed' ? `${bulk.operation.operationId} ${String(bulk.operation.counts.done)}` : undefined;
  useEffect(() => {
    if (changed !== undefined) refreshRows();
  }, [changed]);
  return (
    <>
      <BulkBar bulk={bulk}>
        {selection.selected.size > 0 && (
          <SelectionBar
            selection={selection}
            onExport={exportSelected}
            onClear={() => {
              selection.clear();
              onCleared();
            }}
          />
        )}
      </BulkBar>
      <BulkPreview bulk={bulk} />
    </>
  );
}
