/** Adapts a `RowSource` to AG Grid. A cached page is returned synchronously, so that rows are replaced without a gap. */
import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import type { Page, RowSource } from './gridTypes.ts';

const deliver = <Row>(params: IGetRowsParams, page: Page<Row> | null): void => {
  if (page) params.successCallback([...page.rows], page.total ?? undefined);
  else params.failCallback();
};

export const datasource = <Row>(source: RowSource<Row>): IDatasource => ({
  getRows: (params) => {
    const page = source.read(params.startRow);
    if (page instanceof Promise) void page.then((read) => deliver(params, read));
    else deliver(params, page);
  },
});
