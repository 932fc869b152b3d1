/** The user's button in the bar, which opens the account menu. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '@store/session/session.slice.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { BarMenu } from './BarMenu.tsx';

const AccountMenuBox = lazyPart(() => import(/* webpackChunkName: "accountMenu" */ './AccountMenuBox.tsx'));

export function AccountMenu({ person }: { readonly person: SessionUser | null }) {
  const { t } = useTranslation('common');
  return (
    <BarMenu
      icon={<UserOutlined aria-hidden />}
      title={t('bar.account')}
      box={(opener, close) => <AccountMenuBox person={person} opener={opener} onClose={close} />}
    >
      <VisuallyHidden>{t('bar.account')}</VisuallyHidden>
      <span className="top-bar-person">{person?.displayName}</span>
      <DownOutlined className="small" aria-hidden />
    </BarMenu>
  );
}
