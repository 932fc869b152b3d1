/** Below the list: bar for the selection and for the progress of an operation on many users; its result is a dialog. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { oppositeOf } from '@api/contract/actions.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import {
  type Bulk,
  bulkArgumentChosen,
  bulkCancelled,
  bulkConfirmed,
  bulkRetryRequested,
  bulkUndoRequested,
  isFree,
  operationFound,
  resultClosed,
  selectBulk,
} from '@store/users/bulk/bulk.slice.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { refreshRows } from '../list/rowsRefresh.ts';
import type { UsersView } from '../view/usersView.ts';
import { BulkBar } from './BulkBar.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import type { RowSelection } from './rowSelectionContext.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useExport } from './useExport.ts';
import { useResultFile } from './useResultFile.ts';
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

/** The preview of a bulk operation, until it is confirmed. */
function BulkPreview({ bulk }: { readonly bulk: Bulk }) {
  const dispatch = useDispatch();
  if (bulk.kind !== 'preview' || bulk.confirmed) return null;
  return (
    <PreviewDialog
      preview={bulk}
      onChoose={({ roleName, organisationPublicId }) => dispatch(bulkArgumentChosen({ roleName, organisationPublicId }))}
      onConfirm={() => dispatch(bulkConfirmed())}
      onDecline={() => dispatch(bulkCancelled())}
    />
  );
}

/** The result of a finished operation on many users, and the next steps. */
function BulkResult({ bulk }: { readonly bulk: Bulk }) {
  return bulk.kind === 'followed' && bulk.isResultOpen ? <Result followed={bulk} /> : null;
}

function Result({ followed }: { readonly followed: Extract<Bulk, { kind: 'followed' }> }) {
  const { t } = useTranslation(['users', 'bulk']);
  const dispatch = useDispatch();
  const download = useResultFile(followed);
  const { operation, isBusy } = followed;
  const { kind, undoes, counts } = operation;
  return (
    <ResultDialog
      followed={followed}
      onClose={() => dispatch(resultClosed())}
      actions={
        <>
          {counts.failed > 0 && (
            <BusyButton busy={isBusy} onClick={() => dispatch(bulkRetryRequested())}>
              {t('bulk:retry')}
            </BusyButton>
          )}
          {counts.done > 0 && undoes === null && oppositeOf(kind) !== undefined && (
            <BusyButton busy={isBusy} onClick={() => dispatch(bulkUndoRequested())}>
              {t('undo')}
            </BusyButton>
          )}
          <BusyButton busy={download.isBusy} onClick={() => void download.save()}>
            {t('bulk:download')}
          </BusyButton>
        </>
      }
    />
  );
}
