/** Trigger of an antd popup for an element that is rendered elsewhere, such as in a cell of the grid. */
import { type Ref, useImperativeHandle } from 'react';

interface Props {
  readonly element: HTMLElement;
  readonly ref?: Ref<HTMLElement>;
}

export function PopupAnchor({ element, ref }: Props) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
