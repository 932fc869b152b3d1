/** A text whose long words, such as email addresses, break after `@`, `.` and `_` instead of anywhere. */
import { Fragment } from 'react';

/** Shorter words fit into the lines of a phone. */
const LONG_WORD = /\S{25,}/g;
/** A zero-width space; marks where a `wbr` goes, which unlike it is not copied with the text. */
const MARK = '\u200b';

export function Breakable({ children }: { readonly children: string }) {
  const parts = children.replace(LONG_WORD, (word) => word.replace(/[@._](?=.)/g, `$&${MARK}`)).split(MARK);
  return parts.map((part, at) => (
    <Fragment key={`${String(at)} ${part}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
