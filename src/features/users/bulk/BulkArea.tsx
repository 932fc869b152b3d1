/** Below the list once somebody is ticked: what can be done to them, how far it is, and what became of it. */
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
import type { Ticking } from './rowSelectionContext.ts';
import { useExport } from './useExport.ts';
import './bulk.css';

registerModule(bulkModule);

interface Props {
  readonly ticking: Ticking;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
  /** Nobody is ticked any longer: the focus needs a place. */
  readonly onCleared: () => void;
}

let isShown = false;

export default function BulkArea({ ticking, view, columns, onCleared }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const store = useStore();
  const bulk = useSelector(selectBulk);
  const area = useRef<HTMLElement>(null);
  const held = useRef(false);
  const exporting = useExport({ bulk, ticking, view, columns });

  useEffect(() => {
    isShown = true;
    blockTabClose(store, () => isShown);
    return () => {
      isShown = false;
    };
  }, [store]);

  const { kind } = bulk;
  useEffect(() => {
    // The button that was pressed is gone with its bar: the focus stays here.
    if (held.current && document.activeElement === document.body) area.current?.focus();
  }, [kind]);

  const bar =
    kind === 'reading' ? (
      <ReadingBar read={bulk.read} total={bulk.total} />
    ) : kind === 'running' ? (
      <RunningBar job={bulk} />
    ) : kind === 'finished' ? (
      <ResultBar job={bulk} />
    ) : (
      ticking.ticked.size > 0 && (
        <SelectionBar
          ticking={ticking}
          onExport={exporting}
          onClear={() => {
            ticking.clear();
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
          className="bulk-bar"
          aria-label={t('bulk.label')}
          tabIndex={-1}
          onFocus={() => {
            held.current = true;
          }}
          onBlur={(event) => {
            held.current = event.relatedTarget === null;
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
