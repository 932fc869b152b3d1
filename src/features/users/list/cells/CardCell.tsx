/** A user on a phone: the name, beneath it the whole status and what there is room for of the user name. */
import { Marked } from './Marked.tsx';
import { StatusCell } from './StatusCell.tsx';
import { type CellProps, nameOf, UserLink } from './TextCells.tsx';

export function CardCell({ row }: CellProps) {
  const name = nameOf(row);
  return (
    <span className="two-lines">
      {name === '' ? (
        <UserLink row={row} />
      ) : (
        <span className="cut" title={name}>
          <Marked text={name} />
        </span>
      )}
      <span className="card-line">
        <StatusCell row={row} />
        {name !== '' && <UserLink row={row} small />}
      </span>
    </span>
  );
}
