/** A text with what was searched for marked in it. */
import { Fragment } from 'react';
import { matchesIn } from '../matches.ts';
import { useList } from '../useList.ts';

export function Marked({ text }: { readonly text: string }) {
  const { words } = useList();
  const matches = matchesIn(text, words);
  if (matches.length === 0) return text;
  return (
    <>
      {matches.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(matches[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1])}
    </>
  );
}
