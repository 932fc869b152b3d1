/** Exports the shown view as CSV: all pages, in its order and columns. */
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { downloadUsersPage } from '@api/client/users.api.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import type { CsvDelimiter } from '@api/contract/csv.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { CsvButton } from '../../../csv/CsvButton.tsx';
import { pageArgs, type UsersView } from '../view/usersView.ts';

interface Props {
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
}

export function ExportButton({ view, columns }: Props) {
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [busy, setBusy] = useState(false);
  const save = async (delimiter: CsvDelimiter) => {
    setBusy(true);
    const args = { ...pageArgs(view), columns: [...columns], delimiter };
    const saved = await dispatch(downloadUsersPage(args, { fileName: 'users.csv' }));
    setBusy(false);
    if (saved.ok)
      dispatch(
        noticeRaised({ severity: 'success', message: { phrase: 'users:tools.exported', values: { fileName: saved.fileName } } }),
      );
  };
  return <CsvButton type="link" busy={busy} onSave={(delimiter) => void save(delimiter)} />;
}
