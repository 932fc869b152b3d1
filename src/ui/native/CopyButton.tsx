/** Copies a text on a sign-in screen. */
import { CopyButtonCore, type CopyButtonProps } from '../CopyButtonCore.tsx';
import { Button } from './Button.tsx';

export function CopyButton(props: CopyButtonProps) {
  return <CopyButtonCore {...props} Button={Button} />;
}
