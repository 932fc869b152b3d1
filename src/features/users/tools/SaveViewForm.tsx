/** Saves what the list shows as a new view of the user, or copies its link. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useCreateViewMutation } from '@api/client/views.api.ts';
import type { ViewContent } from '@api/contract/views.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { useNavigate } from 'react-router';
import { addressOf, type UsersView } from '../view/usersView.ts';
import { addressOfView } from '../view/viewContent.ts';
import { ViewNameForm } from './ViewNameForm.tsx';

interface Props {
  readonly view: UsersView;
  readonly content: ViewContent;
  readonly onClose: () => void;
}

export function SaveViewForm({ view, content, onClose }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [createView] = useCreateViewMutation();
  // Each view that was saved leaves an empty form.
  const [saved, setSaved] = useState<string>();
  const save = async (name: string) => {
    const { data, error } = await createView({ body: { name, content } });
    if (data) {
      setSaved(data.viewId);
      await navigate(addressOfView(data), { replace: true });
    }
    return error;
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
    <ViewNameForm key={saved} label={t('views.name')} hint={t('views.hint')} onSave={save}>
      <SubmitButton block={false}>{t('views.keep')}</SubmitButton>
      <Button onClick={copy}>{t('views.copy')}</Button>
    </ViewNameForm>
  );
}
