/** A changed value, before and after: antd has none. */
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface Props {
  /** Absent for a value that is new. */
  readonly from?: string | undefined;
  readonly to: string;
  /** Words read before each value. */
  readonly words?: { readonly before: string; readonly after: string };
}

export function Change({ from, to, words }: Props) {
  return (
    <>
      {from !== undefined && (
        <>
          <del className="muted">
            {words && <VisuallyHidden>{words.before} </VisuallyHidden>}
            <bdi>{from}</bdi>
          </del>{' '}
          <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <ins>
        {words && <VisuallyHidden>{words.after} </VisuallyHidden>}
        <bdi>{to}</bdi>
      </ins>
    </>
  );
}
