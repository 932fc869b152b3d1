/** A link within the product. The router's `Link` would add 3 KB for prefetching and server rendering. */
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useRouteExists } from './routeExists.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  /** Rendered if the address has no screen: nothing, or the bare text. */
  readonly otherwise?: 'nothing' | 'text';
  /** Replaces the navigation of a plain click. */
  readonly onFollow?: () => void;
}

/** Clicks for a new tab, a download or a menu are left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ to, otherwise = 'nothing', className = 'link', onClick, onFollow, ...rest }: Props) {
  const href = useHref(to);
  const navigate = useNavigate();
  const routeExists = useRouteExists();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    if (onFollow) onFollow();
    // As browsers do: a link to the current address, such as the second of a double click, adds no history entry.
    else void navigate(to, { replace: event.currentTarget.href === location.href });
  };
  if (!routeExists(to)) return otherwise === 'text' ? <span>{rest.children}</span> : null;
  return <a {...rest} href={href} className={className} onClick={click} />;
}
