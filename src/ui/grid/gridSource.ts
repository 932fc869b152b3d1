/** Feeds the grid from a source of pages. A page that is there is handed over at once, so that rows change without a gap. */
import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import type { Page, RowSource } from './gridTypes.ts';

const settle = <Row>(params: IGetRowsParams, page: Page<Row> | null): void => {
  if (page) params.successCallback([...page.rows], page.totalLater ? undefined : page.total);
  else params.failCallback();
};

export const datasource = <Row>(source: RowSource<Row>): IDatasource => ({
  getRows: (params) => {
    const page = source.read(params.startRow);
    if (page instanceof Promise) void page.then((read) => settle(params, read));
    else settle(params, page);
  },
});
