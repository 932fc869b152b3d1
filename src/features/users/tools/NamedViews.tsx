/** Opens the named views. */
import BookOutlined from '@ant-design/icons/BookOutlined';
import { Button } from 'antd';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '@src/ui/Popover.tsx';
import type { UsersView } from '../view/usersView.ts';

const ViewsForm = lazy(() => import(/* webpackChunkName: "user-tools" */ './ViewsForm.tsx'));

interface Props {
  readonly userId: string;
  readonly view: UsersView;
}

export function NamedViews({ userId, view }: Props) {
  const { t } = useTranslation('users');
  return (
    <Popover label={t('views.title')} button={(opener) => <Button type="text" icon={<BookOutlined aria-hidden />} {...opener} />}>
      {(close) => <ViewsForm userId={userId} view={view} onClose={close} />}
    </Popover>
  );
}
