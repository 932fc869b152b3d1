/** Named views: open one, save the current one, or copy its link. */
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { Button } from '@src/ui/Button.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { addressOf, type UsersView } from '../view/usersView.ts';
import { removeView, saveView, MAX_NAME_LENGTH, readViews } from './namedViewStorage.ts';

interface Props {
  readonly userId: string;
  readonly view: UsersView;
}

export function NamedViews({ userId, view }: Props) {
  const { t } = useTranslation('users');
  return (
    <Popover label={t('views.title')} button={<Icon name="bookmark" />} className="tool-button">
      {(close) => <Views userId={userId} view={view} onClose={close} />}
    </Popover>
  );
}

function Views({ userId, view, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const [views, setViews] = useState(() => readViews(userId));
  const [name, setName] = useState('');
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setViews(saveView(userId, name, view));
    setName('');
  };
  const copy = () => {
    const link = new URL(addressOf(view), location.origin).href;
    navigator.clipboard.writeText(link).then(
      () => dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:views.copied' } })),
      () => dispatch(noticeRaised({ message: { text: link }, timeout: false })),
    );
    onClose();
  };
  return (
    <>
      {views.length === 0 ? (
        <p className="muted">{t('views.none')}</p>
      ) : (
        <ul className="column-choices">
          {views.map((saved) => (
            <li key={saved.name}>
              <Link to={saved.address} onClick={onClose}>
                {saved.name}
              </Link>
              <button
                type="button"
                className="icon-button view-forget"
                aria-label={t('views.forget', { name: saved.name })}
                onClick={() => {
                  setViews(removeView(userId, saved.name));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={save}>
        <TextField
          label={t('views.name')}
          hint={t('views.hint')}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <div className="button-row">
          <Button type="submit" kind="primary">
            {t('views.keep')}
          </Button>
          <Button onClick={copy}>{t('views.copy')}</Button>
        </div>
      </form>
    </>
  );
}
