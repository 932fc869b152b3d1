/** A link within the product. The router's `Link` would add 3 KB for prefetching and server rendering. */
import type { ComponentProps } from 'react';
import { useRouteExists } from './routeExists.ts';
import { useLink } from './useLink.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  /** What is rendered if the address has no screen: nothing, or the bare text. */
  readonly otherwise?: 'nothing' | 'text';
  /** Replaces the navigation of a plain click. */
  readonly onFollow?: () => void;
}

export function Link({ to, otherwise = 'nothing', className = 'link', onClick, onFollow, ...rest }: Props) {
  const link = useLink(to, onFollow);
  const routeExists = useRouteExists();
  if (!routeExists(to)) return otherwise === 'text' ? <span>{rest.children}</span> : null;
  return (
    <a
      {...rest}
      href={link.href}
      className={className}
      onClick={(event) => {
        onClick?.(event);
        link.onClick(event);
      }}
    />
  );
}
