/** Below the list: bar for the selection, the progress and the result of a bulk operation. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { UserColumn } from '@api/contract/users.page.ts';
import { registerModule } from '@store/modules.ts';
import { bulkCancelled, bulkConfirmed, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import type { UsersView } from '../view/usersView.ts';
import { blockTabClose } from './blockTabClose.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { ReadingBar } from './ReadingBar.tsx';
import { ResultBar } from './ResultBar.tsx';
import { RunningBar } from './RunningBar.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { RowSelection } from './rowSelectionContext.ts';
import { useExport } from './useExport.ts';
import './bulk.css';

registerModule(bulkModule);

interface Props {
  readonly selection: RowSelection;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
  /** The selection was cleared: move the focus. */
  readonly onCleared: () => void;
}

let isShown = false;

export default function BulkArea({ selection, view, columns, onCleared }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const store = useStore();
  const bulk = useSelector(selectBulk);
  const area = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const exportSelected = useExport({ bulk, selection, view, columns });

  useEffect(() => {
    isShown = true;
    blockTabClose(store, () => isShown);
    return () => {
      isShown = false;
    };
  }, [store]);

  const { kind } = bulk;
  useEffect(() => {
    // The pressed button is unmounted with its bar: keep the focus here.
    if (hadFocus.current && document.activeElement === document.body) area.current?.focus();
  }, [kind]);

  const bar =
    kind === 'reading' ? (
      <ReadingBar read={bulk.read} total={bulk.total} />
    ) : kind === 'running' ? (
      <RunningBar job={bulk} />
    ) : kind === 'finished' ? (
      <ResultBar job={bulk} />
    ) : (
      selection.selected.size > 0 && (
        <SelectionBar
          selection={selection}
          onExport={exportSelected}
          onClear={() => {
            selection.clear();
            onCleared();
          }}
        />
      )
    );
  return (
    <>
      {bar && (
        <section
          ref={area}
          className="bulk-bar box row"
          aria-label={t('bulk.label')}
          tabIndex={-1}
          onFocus={() => {
            hadFocus.current = true;
          }}
          onBlur={(event) => {
            hadFocus.current = event.relatedTarget === null;
          }}
        >
          {bar}
        </section>
      )}
      {bulk.kind === 'preview' && (
        <PreviewDialog preview={bulk} onConfirm={() => dispatch(bulkConfirmed())} onDecline={() => dispatch(bulkCancelled())} />
      )}
    </>
  );
}
