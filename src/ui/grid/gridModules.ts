/** AG Grid modules of the product, each with its reason. Nothing else is bundled. */
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
  // Loads pages on scroll: cost does not depend on the number of rows.
  InfiniteRowModelModule,
  // Width, order and visibility of columns.
  ColumnApiModule,
  // Updates a row in place.
  RowApiModule,
  // Styles of loading rows and the open one.
  RowStyleModule,
  // Restores the position on Back.
  ScrollApiModule,
  // Reads and sets the focused cell, which is restored on Back.
  CellApiModule,
  // Tells our code of events of the grid.
  EventApiModule,
  // Screen reader texts in the user's language.
  LocaleModule,
];
