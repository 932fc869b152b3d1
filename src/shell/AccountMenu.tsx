/** The user's button in the bar, which opens the account menu. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '@store/session/session.slice.ts';
import { ChunkErrorBoundary } from '@src/ui/ChunkErrorBoundary.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

const AccountMenuBox = lazy(() => import(/* webpackChunkName: "accountMenu" */ './AccountMenuBox.tsx'));

export function AccountMenu({ person }: { readonly person: SessionUser | null }) {
  const { t } = useTranslation('common');
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={setOpener}
        type="text"
        icon={<UserOutlined aria-hidden />}
        title={t('bar.account')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <VisuallyHidden>{t('bar.account')}</VisuallyHidden>
        <span className="top-bar-person">{person?.displayName}</span>
        <DownOutlined className="small" aria-hidden />
      </Button>
      {isOpen && opener && (
        <ChunkErrorBoundary>
          <Suspense>
            <AccountMenuBox
              person={person}
              opener={opener}
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
