/** Named views: open one, save the current one, or copy its link. */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { Link } from '@src/ui/Link.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { addressOf, type UsersView } from '../view/usersView.ts';
import { removeView, saveView, MAX_NAME_LENGTH, readViews } from './namedViewStorage.ts';

interface Props {
  readonly userId: string;
  readonly view: UsersView;
  readonly onClose: () => void;
}

export default function ViewsForm({ userId, view, onClose }: Props) {
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
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t('views.forget', { name: saved.name })}
                onClick={() => {
                  setViews(removeView(userId, saved.name));
                }}
              />
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
          <Button htmlType="submit" type="primary">
            {t('views.keep')}
          </Button>
          <Button onClick={copy}>{t('views.copy')}</Button>
        </div>
      </form>
    </>
  );
}
