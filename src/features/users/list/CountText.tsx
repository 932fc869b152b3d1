/** A number behind a filter; its place is kept while it is not known, so that nothing moves when it comes. */
import { useFormats } from '@src/i18n/useFormats.ts';

export function CountText({ count }: { readonly count: number | undefined }) {
  const formats = useFormats();
  return <span className="users-count">{count === undefined ? '' : formats.number(count)}</span>;
}
