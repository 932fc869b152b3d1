/** Direction and rank of a column's sort. */
import type { ColumnSort } from './gridTypes.ts';

export function SortMark({ sort: { descending, rank } }: { readonly sort: ColumnSort }) {
  return (
    <span className="tone-text tone-info" aria-hidden="true">
      <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.6">
        <path d={descending ? 'M6 1.5v9M2.5 7 6 10.5 9.5 7' : 'M6 10.5v-9M2.5 5 6 1.5 9.5 5'} />
      </svg>
      {rank}
    </span>
  );
}
