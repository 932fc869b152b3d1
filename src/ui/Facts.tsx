/** antd's Descriptions of one row: bordered, because only then each label is the header of its row. */
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';

export interface Fact {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

interface Props {
  /** Facts that do not apply may be left in as `false`. */
  readonly items: readonly (Fact | false)[];
}

const cell = { padding: '6px 8px', verticalAlign: 'baseline', overflowWrap: 'anywhere' } as const;
const styles = {
  // The name of a claim is one word, which must not be broken.
  label: { ...cell, width: '30%', overflowWrap: 'break-word', fontSize: '0.8125rem' },
  content: { ...cell, fontSize: '0.875rem' },
} as const;

export function Facts({ items }: Props) {
  return <Descriptions bordered size="small" column={1} styles={styles} items={items.filter((item) => item !== false)} />;
}
