/** One saved view: its link, its description and its actions. */
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenameViewMutation } from '@api/client/views.api.ts';
import type { View, ViewContent } from '@api/contract/views.ts';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Menu } from '@src/ui/Menu.tsx';
import type { SavedViews } from '../view/useSavedViews.ts';
import { addressOfView } from '../view/viewContent.ts';
import { useViewActions } from './useViewActions.ts';
import { ViewNameForm } from './ViewNameForm.tsx';

interface Props {
  readonly view: View;
  readonly saved: SavedViews;
  /** Content of the list, to replace the view with. */
  readonly content: ViewContent;
  readonly onClose: () => void;
}

export function ViewRow({ view, saved: { shown, isPinned, pin }, content, onClose }: Props) {
  const { t } = useTranslation('users');
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  const items = useViewActions(view, content, {
    isPinned,
    pin,
    onRename: () => {
      setRenaming(true);
    },
    onClose,
  });
  if (isRenaming)
    return (
      <li>
        <RenameViewForm
          view={view}
          onDone={() => {
            setRenaming(false);
          }}
        />
      </li>
    );
  return (
    <li className="row spread">
      <span className="row row-tight grow">
        <Link to={addressOfView(view)} onClick={onClose} aria-current={view === shown ? 'true' : undefined}>
          {view.name}
        </Link>
        {view.isDefault && <Tag color="green">{t('views.default')}</Tag>}
        {view.own && view.shared && <Tag>{t('views.sharedTag')}</Tag>}
        {!view.own && <span className="muted small">{view.owner ?? t('views.ownerless')}</span>}
        {view.incomplete && <span className="muted small">{t('views.incompleteShort')}</span>}
      </span>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('views.actions', { name: view.name })}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={(event) => {
          setOpener(event.currentTarget);
        }}
      />
      {opener && (
        <Menu
          label={t('views.actions', { name: view.name })}
          anchor={opener}
          items={items}
          onClose={() => {
            setOpener(null);
          }}
        />
      )}
    </li>
  );
}

/** Gives a saved view another name, in its row. */
function RenameViewForm({ view: { viewId, name: formerName }, onDone }: { readonly view: View; readonly onDone: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  const [renameView] = useRenameViewMutation();
  const save = async (name: string) => {
    const { error } = name === formerName ? {} : await renameView({ viewId, body: { name } });
    if (error === undefined) onDone();
    return error;
  };
  return (
    <ViewNameForm label={t('views.newName', { name: formerName })} name={formerName} autoFocus onSave={save}>
      <SubmitButton block={false} size="small">
        {t('views.rename')}
      </SubmitButton>
      <Button size="small" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </ViewNameForm>
  );
}
