/** Below the list: bar for the selection, the progress and the result of a bulk operation. */
import { useSelector } from 'react-redux';
import type { UserColumn } from '@api/contract/users.page.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { selectBulk } from '@store/users/bulk/bulk.slice.ts';
import type { UsersView } from '../view/usersView.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import type { RowSelection } from './rowSelectionContext.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useExport } from './useExport.ts';
import { useShownJob } from './useShownJob.ts';
import './bulk.css';

registerModule(bulkModule);

interface Props {
  readonly selection: RowSelection;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
  /** The selection was cleared: move the focus. */
  readonly onCleared: () => void;
}

export default function BulkArea({ selection, view, columns, onCleared }: Props) {
  const bulk = useSelector(selectBulk);
  const exportSelected = useExport({ bulk, selection, view, columns });
  useShownJob();
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
