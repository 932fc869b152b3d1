/** Columns of a users list as a file: those that are shown, divided as an import reads them. */
import type { UserColumn } from './users.page.ts';

export type FileColumn = Exclude<UserColumn, 'name'> | 'firstName' | 'lastName' | 'title' | 'enabled';

/** A status does not always say whether the account is enabled. An import takes the first of two columns that could say so. */
export const fileColumns = (shown: readonly UserColumn[]): readonly FileColumn[] =>
  shown.flatMap((column): FileColumn[] => {
    if (column === 'name') return ['firstName', 'lastName', 'title'];
    return column === 'status' ? ['enabled', 'status'] : [column];
  });
