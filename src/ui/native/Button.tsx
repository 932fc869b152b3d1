/** Buttons. A busy button stays focusable and says so, but ignores clicks: keeps the focus and prevents a second submission. */
import type { ComponentProps, MouseEvent } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly busy?: boolean;
}

export function Button({ kind = 'secondary', busy = false, type = 'button', onClick, children, ...rest }: Props) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind}`}
      onClick={click}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
