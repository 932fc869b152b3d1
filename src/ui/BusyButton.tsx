/** antd's Button for what takes a while: busy, it keeps the focus, ignores clicks, and says so to screen readers too. */
import { Button } from 'antd';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<typeof Button>, 'loading'> {
  readonly busy: boolean;
}

export function BusyButton({ busy, ...button }: Props) {
  return <Button {...button} loading={busy} {...(busy && { 'aria-busy': true, 'aria-disabled': true })} />;
}
