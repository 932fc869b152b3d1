/** Exports the shown view as CSV: all pages, in its order and columns. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { downloadUsersPage } from '@api/client/users.api.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

interface Props {
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
}

export function ExportButton({ view, columns }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await dispatch(downloadUsersPage({ ...pageArgs(view), columns: [...columns] }, { fileName: 'users.csv' }));
    setBusy(false);
    if (saved.ok)
      dispatch(
        noticeRaised({ severity: 'success', message: { phrase: 'users:tools.exported', values: { fileName: saved.fileName } } }),
      );
  };
  return (
    <BusyButton type="link" busy={busy} onClick={() => void save()}>
      {t('tools.export')}
    </BusyButton>
  );
}
