/** The last requests from outside, newest first, with a filter for refused ones. */
import { type ReactNode, useState } from 'react';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { useNow } from '@src/ui/useNow.ts';
import './refusals.css';

const MINUTE_MS = 60_000;

interface Props<Item> {
  readonly items: readonly Item[];
  readonly words: {
    readonly none: string;
    readonly list: string;
    readonly when: string;
    readonly what: string;
    readonly refusedOnly: (count: number) => string;
  };
  readonly children: (item: Item) => ReactNode;
}

export function RefusalsList<Item extends { readonly at: string; readonly problem: string | null }>({
  items,
  words,
  children,
}: Props<Item>) {
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const [isRefusedOnly, setRefusedOnly] = useState(false);
  if (items.length === 0) return <p className="muted">{words.none}</p>;
  const refused = items.filter(({ problem }) => problem !== null);
  const shown = isRefusedOnly ? refused : items;
  return (
    <>
      <Checkbox
        label={words.refusedOnly(refused.length)}
        checked={isRefusedOnly}
        onChange={({ target }) => {
          setRefusedOnly(target.checked);
        }}
      />
      <ScrollBox label={words.list} className="refusals">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.what}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item, index) => (
              <tr key={`${item.at} ${String(index)}`}>
                <td title={formats.dateTime(item.at)}>{formats.relative(Math.min(Date.parse(item.at), now), now)}</td>
                <td>{children(item)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
