/** The preview of a bulk operation, until it is confirmed. */
import { useDispatch } from 'react-redux';
import { type Bulk, bulkArgumentChosen, bulkCancelled, bulkConfirmed } from '@store/users/bulk/bulk.slice.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

export function BulkPreview({ bulk }: { readonly bulk: Bulk }) {
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
