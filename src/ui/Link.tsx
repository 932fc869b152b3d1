/** A link within the product. The router's own brings 3 KB for prefetching and server rendering that nothing here uses. */
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

/** Clicks that ask for a new tab, a download or a menu stay the browser's. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ to, className = 'link', onClick, ...rest }: Props) {
  const href = useHref(to);
  const navigate = useNavigate();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    void navigate(to);
  };
  return <a {...rest} href={href} className={className} onClick={click} />;
}
