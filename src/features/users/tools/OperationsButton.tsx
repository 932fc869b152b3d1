/** Lists the administrator's own operations on many users, once there has been one in the last days. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { Popover } from '@src/ui/Popover.tsx';

const OperationsList = lazyPart(
  withPhrases(['actions', 'bulk'], () => import(/* webpackChunkName: "users-bulk" */ './OperationsList.tsx')),
  { inPlace: true },
);

export function OperationsButton({ operations }: { readonly operations: readonly LongRunningOperation[] }) {
  const { t } = useTranslation('users');
  if (operations.length === 0) return null;
  return (
    <Popover
      label={t('bulk.operations')}
      button={(opener) => (
        <Button type="text" {...opener}>
          {t('bulk.operations')}
        </Button>
      )}
    >
      {(close) => <OperationsList operations={operations} onClose={close} />}
    </Popover>
  );
}
