/** New recovery codes on a signed-in screen. */
import { Button } from 'antd';
import { CodeSheetCore, type CodeSheetProps } from './CodeSheetCore.tsx';

export function CodeSheet(props: CodeSheetProps) {
  return <CodeSheetCore {...props} Button={Button} />;
}
