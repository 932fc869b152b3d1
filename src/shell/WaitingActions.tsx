/** Button of the bar for the actions that wait for the connection, with their number, and the dialog that lists them. */
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import { Button } from 'antd';
import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectWaiting } from '@store/users/waiting/waiting.slice.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import { ChunkErrorBoundary } from '@src/ui/ChunkErrorBoundary.tsx';
import { CountedIcon } from './CountedIcon.tsx';
import { WaitingDialog } from './lazyParts.ts';

export function WaitingActions() {
  const { t } = useTranslation('common', { keyPrefix: 'bar' });
  const count = useSelector(selectWaiting).length;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isWaiting = count > 0;
  useEffect(() => (isWaiting ? unsavedChanges.holdTab(id) : undefined), [isWaiting, id]);
  if (!isWaiting && !isOpen) return null;
  const label = t('waiting', { count });
  return (
    <>
      <Button
        type="text"
        icon={<CountedIcon count={count} icon={<ClockCircleOutlined aria-hidden />} />}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => {
          setOpen(true);
        }}
      />
      {isOpen && (
        <ChunkErrorBoundary>
          <Suspense>
            <WaitingDialog
              onClose={() => {
                setOpen(false);
              }}
            />
          </Suspense>
        </ChunkErrorBoundary>
      )}
    </>
  );
}
