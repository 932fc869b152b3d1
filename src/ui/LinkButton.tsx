/** A link within the product that looks like antd's Button. */
import { Button } from 'antd';
import type { ComponentProps, MouseEvent } from 'react';
import { useRouteExists } from './routeExists.ts';
import { useLink } from './useLink.ts';

interface Props extends Omit<ComponentProps<typeof Button>, 'href' | 'onClick'> {
  readonly to: string;
}

export function LinkButton({ to, ...button }: Props) {
  const { href, onClick } = useLink(to);
  if (!useRouteExists()(to)) return null;
  return (
    <Button
      {...button}
      href={href}
      onClick={(event) => {
        onClick(event as MouseEvent<HTMLAnchorElement>);
      }}
    />
  );
}
