/** Copies a text on a signed-in screen. */
import { Button } from 'antd';
import { CopyButtonCore, type CopyButtonProps } from './CopyButtonCore.tsx';

export function CopyButton(props: CopyButtonProps) {
  return <CopyButtonCore {...props} Button={Button} />;
}
