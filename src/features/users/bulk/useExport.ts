/** Exports the selected users with the shown columns: on the server if the whole list is selected, otherwise from their rows. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { downloadUsersPage } from '@api/client/users.api.ts';
import type { CsvDelimiter } from '@api/contract/csv.ts';
import { fileColumns, type FileColumn } from '@api/contract/users.export.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { type Bulk, bulkClosed, bulkRequested } from '@store/users/bulk/bulk.slice.ts';
import { mfaOf, statusOf } from '../list/userStatus.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';
import { saveCsv } from '../../../csv/saveCsv.ts';
import { usualDelimiter } from '../../../csv/usualDelimiter.ts';
import type { RowSelection } from './rowSelectionContext.ts';

interface ExportOptions {
  readonly bulk: Bulk;
  readonly selection: RowSelection;
  readonly view: UsersView;
  readonly columns: readonly UserColumn[];
}

export function useExport({ bulk, selection, view, columns }: ExportOptions): (delimiter: CsvDelimiter) => void {
  const { t, i18n } = useTranslation('users');
  const chosen = useRef<CsvDelimiter>(undefined);
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();

  const notifyExported = (fileName: string) => {
    dispatch(noticeRaised({ severity: 'success', message: { phrase: 'users:tools.exported', values: { fileName } } }));
  };

  useEffect(() => {
    if (bulk.kind !== 'exported') return;
    // ISO 8601 in UTC: readable by spreadsheets in any locale and by programs.
    const cellOf: Readonly<Record<FileColumn, (user: UserSummary) => string | null>> = {
      userName: ({ userName }) => userName,
      firstName: ({ firstName }) => firstName,
      lastName: ({ lastName }) => lastName,
      title: ({ title }) => title,
      email: ({ email }) => email,
      enabled: ({ enabled }) => t(`enabled.${enabled ? 'yes' : 'no'}`),
      status: (user) => {
        const { kind } = statusOf(user, Date.now());
        return t(kind === 'organisationBlocked' ? 'status.organisationBlocked' : `filter.${kind}`);
      },
      roles: ({ roles }) => roles.join(', '),
      organisation: ({ organisation }) => organisation.organisationName,
      mfa: (user) => t(`mfa.${mfaOf(user)}`),
      lastLoginAt: ({ lastLoginAt }) => lastLoginAt,
      createdAt: ({ createdAt }) => createdAt,
      owner: ({ owner }) => owner?.displayName ?? null,
      managedBy: ({ managedBy }) => (managedBy === 'SCIM' ? t('managedBy.directory') : managedBy),
    };
    const fileName = `users-${new Date().toISOString().slice(0, 10)}.csv`;
    const written = fileColumns(columns);
    const lines = bulk.people.map((user) => written.map((column) => cellOf[column](user)));
    dispatch(bulkClosed());
    const head = written.map((column) => t(`column.${column}`));
    // The list may have been left and opened again since the choice.
    const delimiter = chosen.current ?? usualDelimiter(i18n.language);
    dispatch(saveCsv(fileName, { lines: [head, ...lines], delimiter }));
    notifyExported(fileName);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per export, with the texts and columns of that moment
  }, [bulk]);

  return (delimiter) => {
    if (!selection.all) {
      chosen.current = delimiter;
      dispatch(bulkRequested('export'));
      return;
    }
    const args = { ...pageArgs(view), columns: [...columns], delimiter };
    void dispatch(downloadUsersPage(args, { fileName: 'users.csv' })).then((saved) => {
      if (saved.ok) notifyExported(saved.fileName);
    });
  };
}
