/** Text with the search matches highlighted. */
import { Fragment, use } from 'react';
import { WordsContext } from '../listContext.ts';
import { matchesIn } from '../matches.ts';

export function Marked({ text }: { readonly text: string }) {
  const words = use(WordsContext);
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
