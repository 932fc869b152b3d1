/** Saved views: open one, change it, save what is shown under a name, or copy its link. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useCreateViewMutation } from '@api/client/views.api.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import type { View, ViewContent } from '@api/contract/views.ts';
import { registerModule } from '@store/modules.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { viewsModule } from '@store/users/views/views.module.ts';
import { copyText } from '@src/browser/clipboard.ts';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { Link } from '@src/ui/Link.tsx';
import type { SavedViews } from '../view/useSavedViews.ts';
import { addressOf, ALL_USERS, allUsersView, type UsersView } from '../view/usersView.ts';
import { addressOfView, contentOf } from '../view/viewContent.ts';
import { BrowserViewsOffer } from './BrowserViewsOffer.tsx';
import { ViewNameForm } from './ViewNameForm.tsx';
import { ViewRow } from './ViewRow.tsx';

registerModule(viewsModule);

interface Props {
  readonly userId: string;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[] | null;
  readonly saved: SavedViews;
  readonly onClose: () => void;
}

export default function ViewsForm({ userId, view, columns, saved, onClose }: Props) {
  const { views, shown } = saved;
  const { t } = useTranslation('users');
  const content = contentOf(view, columns);
  const ownViews = views?.filter((each) => each.own) ?? [];
  const viewsOfOthers = views?.filter((each) => !each.own) ?? [];
  const rows = (title: string, listed: readonly View[]) =>
    listed.length > 0 && (
      <section>
        <h3 className="muted small">{title}</h3>
        <ul className="stack-tight">
          {listed.map((each) => (
            <ViewRow key={each.viewId} view={each} saved={saved} content={content} onClose={onClose} />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="stack">
      <h2>{t('views.title')}</h2>
      {views === undefined ? (
        <p className="muted">{t('views.unknown')}</p>
      ) : (
        <>
          <Link to={addressOf(allUsersView, undefined, ALL_USERS)} onClick={onClose} aria-current={shown ? undefined : 'true'}>
            {t('views.all')}
          </Link>
          {rows(t('views.own'), ownViews)}
          {rows(t('views.others'), viewsOfOthers)}
          <BrowserViewsOffer userId={userId} own={ownViews} />
        </>
      )}
      <SaveViewForm view={view} content={content} onClose={onClose} />
    </div>
  );
}

interface SaveViewFormProps {
  readonly view: UsersView;
  readonly content: ViewContent;
  readonly onClose: () => void;
}

/** Saves what the list shows as a new view of the user, or copies its link. */
function SaveViewForm({ view, content, onClose }: SaveViewFormProps) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [createView] = useCreateViewMutation();
  // Each view that was saved leaves an empty form.
  const [savedViewId, setSavedViewId] = useState<string>();
  const save = async (name: string) => {
    const { data, error } = await createView({ body: { name, content } });
    if (data) {
      setSavedViewId(data.viewId);
      await navigate(addressOfView(data), { replace: true });
    }
    return error;
  };
  const copy = () => {
    const link = new URL(addressOf(view), location.origin).href;
    copyText(link).then(
      () => dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:views.copied' } })),
      () => dispatch(noticeRaised({ message: { text: link }, timeout: false })),
    );
    onClose();
  };
  return (
    <ViewNameForm key={savedViewId} label={t('views.name')} hint={t('views.hint')} onSave={save}>
      <SubmitButton block={false}>{t('views.keep')}</SubmitButton>
      <Button onClick={copy}>{t('views.copy')}</Button>
    </ViewNameForm>
  );
}
