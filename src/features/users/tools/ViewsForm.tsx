/** Saved views: open one, change it, save what is shown under a name, or copy its link. */
import { useTranslation } from 'react-i18next';
import type { UserColumn } from '@api/contract/users.page.ts';
import type { View } from '@api/contract/views.ts';
import { registerModule } from '@store/modules.ts';
import { viewsModule } from '@store/users/views/views.module.ts';
import { Link } from '@src/ui/Link.tsx';
import type { SavedViews } from '../view/useSavedViews.ts';
import { ALL_USERS, addressOf, allUsersView, type UsersView } from '../view/usersView.ts';
import { contentOf } from '../view/viewContent.ts';
import { BrowserViewsOffer } from './BrowserViewsOffer.tsx';
import { SaveViewForm } from './SaveViewForm.tsx';
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
  const own = views?.filter((each) => each.own) ?? [];
  const others = views?.filter((each) => !each.own) ?? [];
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
          {rows(t('views.own'), own)}
          {rows(t('views.others'), others)}
          <BrowserViewsOffer userId={userId} own={own} />
        </>
      )}
      <SaveViewForm view={view} content={content} onClose={onClose} />
    </div>
  );
}
