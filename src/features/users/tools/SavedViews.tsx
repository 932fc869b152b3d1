/** Opens the saved views, and says which one is shown. */
import BookOutlined from '@ant-design/icons/BookOutlined';
import { Button } from 'antd';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import type { UserColumn } from '@api/contract/users.page.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import type { SavedViews as Views } from '../view/useSavedViews.ts';
import { ALL_USERS, addressOf, allUsersView, type UsersView } from '../view/usersView.ts';

const ViewsForm = lazyPart(() => import(/* webpackChunkName: "user-tools" */ './ViewsForm.tsx'), { inPlace: true });

interface Props {
  readonly userId: string;
  readonly view: UsersView;
  /** Null: no columns were chosen, so none are saved. */
  readonly columns: readonly UserColumn[] | null;
  readonly saved: Views;
}

export function SavedViews({ userId, view, columns, saved }: Props) {
  const { t } = useTranslation('users');
  const { shown, isChanged } = saved;
  const label = !shown ? t('views.title') : t(isChanged ? 'views.changed' : 'views.shown', { name: shown.name });
  return (
    <>
      {shown && (
        <LinkButton type="link" to={addressOf(allUsersView, undefined, ALL_USERS)}>
          {t('views.all')}
        </LinkButton>
      )}
      <Popover
        label={label}
        button={(opener) => (
          <Button type="text" icon={<BookOutlined aria-hidden />} {...opener}>
            {shown ? (
              <span className="cut">
                {shown.name}
                {isChanged && ' *'}
              </span>
            ) : (
              <span className="tool-label">{t('views.short')}</span>
            )}
          </Button>
        )}
      >
        {(close) => <ViewsForm userId={userId} view={view} columns={columns} saved={saved} onClose={close} />}
      </Popover>
    </>
  );
}
