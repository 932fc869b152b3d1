/** The link in a row's cell that opens the row's panel. */
import { use } from 'react';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { Link } from '@src/ui/Link.tsx';
import { OpenAddressContext } from './openAddressContext.ts';

export function OpenLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link className="link cut" to={use(OpenAddressContext)(id)} title={name} tabIndex={use(CellTabIndexContext)}>
      {name}
    </Link>
  );
}
