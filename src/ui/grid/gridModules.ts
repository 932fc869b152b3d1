/** The allow-list: the modules of AG Grid that the product uses, each for the reason beside it. Whatever is not named here is not in the build. */
import {
  CellApiModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  type Module,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community';

export const gridModules: readonly Module[] = [
  // Pages come from the server as one scrolls: the cost does not depend on how many rows there are.
  InfiniteRowModelModule,
  // Width, order and choice of columns.
  ColumnApiModule,
  // A row changes in place.
  RowApiModule,
  // Rows that are still loading, and the one that is open, look different.
  RowStyleModule,
  // Back brings back place and focus.
  ScrollApiModule,
  CellApiModule,
  EventApiModule,
  // What it says to screen readers, in the person's language.
  LocaleModule,
];
