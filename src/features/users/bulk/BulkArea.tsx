/** Below the list: bar for the selection and for the progress of an operation on many users; its result is a dialog. */
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { isFree, operationFound, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { refreshRows } from '../list/rowsRefresh.ts';
import type { UsersView } from '../view/usersView.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkResult } from './BulkResult.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import type { RowSelection } from './rowSelectionContext.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useExport } from './useExport.ts';
import './bulk.css';

registerModule(bulkModule);

interface Props {
  readonly selection: RowSelection;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
  /** An operation that runs, also one of another tab. */
  readonly found: LongRunningOperation | undefined;
  /** The bar is gone, and the focus with it: move it to the rows. */
  readonly onCleared: () => void;
}

export default function BulkArea({ selection, view, columns, found, onCleared }: Props) {
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const exportSelected = useExport({ bulk, selection, view, columns });
  const isIdle = bulk.kind === 'idle';
  useEffect(() => {
    if (isIdle && found) dispatch(operationFound(found));
  }, [dispatch, isIdle, found]);
  const changed = bulk.kind === 'followed' ? `${bulk.operation.operationId} ${String(bulk.operation.counts.done)}` : undefined;
  useEffect(() => {
    if (changed !== undefined) refreshRows();
  }, [changed]);
  return (
    <>
      <BulkBar bulk={bulk} onGone={onCleared}>
        {selection.selected.size > 0 && (
          <SelectionBar
            selection={selection}
            isBarred={!isFree(bulk)}
            onExport={exportSelected}
            onClear={() => {
              selection.clear();
              onCleared();
            }}
          />
        )}
      </BulkBar>
      <BulkPreview bulk={bulk} />
      <BulkResult bulk={bulk} />
    </>
  );
}
