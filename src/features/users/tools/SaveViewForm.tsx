/** Saves what the list shows as a new view of the user, or copies its link. */
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useCreateViewMutation } from '@api/client/views.api.ts';
import { viewName } from '@api/contract/rules/viewName.ts';
import type { ViewContent } from '@api/contract/views.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { TextField } from '@src/ui/TextField.tsx';
import { useNavigate } from 'react-router';
import { addressOf, type UsersView } from '../view/usersView.ts';
import { addressOfView } from '../view/viewContent.ts';
import { useProblemText } from './useProblemText.ts';

interface Props {
  readonly view: UsersView;
  readonly content: ViewContent;
  readonly onClose: () => void;
}

export function SaveViewForm({ view, content, onClose }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [createView, { error, isLoading, reset }] = useCreateViewMutation();
  const problem = useProblemText(error);
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '' || isLoading) return;
    const { data } = await createView({ body: { name: name.trim(), content } });
    if (!data) return;
    setName('');
    await navigate(addressOfView(data), { replace: true });
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
    <form className="stack" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('views.name')}
        hint={t('views.hint')}
        error={problem}
        value={name}
        maxLength={Number(viewName.values?.max)}
        autoComplete="off"
        onChange={(event) => {
          if (error) reset();
          setName(event.target.value);
        }}
      />
      <div className="button-row">
        <Button htmlType="submit" type="primary" loading={isLoading}>
          {t('views.keep')}
        </Button>
        <Button onClick={copy}>{t('views.copy')}</Button>
      </div>
    </form>
  );
}
