/** The count behind a filter. Rendered empty while unknown, so that its width stays reserved and the layout does not shift. */
import { useFormats } from '@src/i18n/useFormats.ts';

export function CountText({ count }: { readonly count: number | undefined }) {
  const formats = useFormats();
  return <span className="users-count muted small">{count === undefined ? '' : formats.number(count)}</span>;
}
