/** New recovery codes on a sign-in screen. */
import { CodeSheetCore, type CodeSheetProps } from '../CodeSheetCore.tsx';
import { Button } from './Button.tsx';

export function CodeSheet(props: CodeSheetProps) {
  return <CodeSheetCore {...props} Button={Button} />;
}
