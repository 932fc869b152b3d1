/** A link within the product. The router's own brings 3 KB for prefetching and server rendering that nothing here uses. */
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useRouteExists } from './routeExists.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  /** What stands there when the address has no screen: nothing, or the bare text. */
  readonly otherwise?: 'nothing' | 'text';
  /** How it is gone there by a plain click, where the address alone does not say it. */
  readonly onFollow?: () => void;
}

/** Clicks that ask for a new tab, a download or a menu stay the browser's. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ to, otherwise = 'nothing', className = 'link', onClick, onFollow, ...rest }: Props) {
  const href = useHref(to);
  const navigate = useNavigate();
  const reachable = useRouteExists();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    if (onFollow) onFollow();
    // As browsers do: following a link to where one is, such as the second of a double click, adds no entry to the history.
    else void navigate(to, { replace: event.currentTarget.href === location.href });
  };
  if (!reachable(to)) return otherwise === 'text' ? <span>{rest.children}</span> : null;
  return <a {...rest} href={href} className={className} onClick={click} />;
}
