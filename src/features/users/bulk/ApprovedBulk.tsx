/** Carries out an approved bulk request, where it is listed: button, preview, progress and result. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { approvedBulkRequested, type Bulk, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import type { BulkAction } from '@store/users/bulk/bulkRules.ts';
import { usersModule } from '@store/users/users.module.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { useShownJob } from './useShownJob.ts';
import './bulk.css';

registerModule(usersModule);
registerModule(bulkModule);

interface Props {
  readonly request: ApprovalRequest;
  /** The request in words. */
  readonly what: string;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Null for what only a program asks for. */
function actionOf({ detail: { action, type } }: ApprovalRequest): BulkAction | null {
  if (action === 'Users.Enable') return 'disable';
  return type === 'Mfa' ? 'resetMfa' : null;
}

const isOf = (bulk: Bulk, requestId: string): boolean => 'requestId' in bulk && bulk.requestId === requestId;
const isBegun = ({ kind }: Bulk): boolean => kind === 'running' || kind === 'finished';

export default function ApprovedBulk({ request, what, children }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const action = actionOf(request);
  useShownJob();
  const { requestId, people, state } = request;
  const isOwn = isOf(bulk, requestId);
  const total = (people?.count ?? 0) - (people?.done ?? 0);
  return (
    <>
      <div className="button-row">
        {action !== null && state === 'approved' && !(isOwn && isBegun(bulk)) && (
          <BusyButton
            type="primary"
            busy={bulk.kind !== 'idle'}
            onClick={() => dispatch(approvedBulkRequested({ requestId, action, total }))}
          >
            {t('bulk.carryOut')}
            <VisuallyHidden>: {what}</VisuallyHidden>
          </BusyButton>
        )}
        {children}
      </div>
      {isOwn && (
        <>
          {/* A block of its own: the bar is sticky, and would cover the buttons above it. */}
          <div>
            <BulkBar bulk={bulk} replacesButton />
          </div>
          <BulkPreview bulk={bulk} />
        </>
      )}
    </>
  );
}
