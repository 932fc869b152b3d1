/** antd's Button for acts that take a while: while busy, it keeps the focus, ignores clicks, and tells screen readers. */
import { Button } from 'antd';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<typeof Button>, 'loading'> {
  readonly busy: boolean;
}

export function BusyButton({ busy, ...button }: Props) {
  return <Button {...button} loading={busy} {...(busy && { 'aria-busy': true, 'aria-disabled': true })} />;
}
