/**
 * antd's Modal, open while it is mounted: Escape declines, and the focus returns to where it was. Title and buttons stay in view,
 * what is between them scrolls.
 */
import { Modal } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';

interface Props {
  readonly title: string;
  readonly onDecline: () => void;
  /** Pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

const mask = { closable: false };
const focusable = { trap: true, focusTriggerAfterClose: false };
const styles = {
  container: { display: 'flex', flexDirection: 'column', maxHeight: 'max(100dvh - 32px, 24rem)' },
  header: { marginBottom: 4 },
  // As wide as the dialog, with room for focus rings; a focused field is in view with its label, and above the buttons.
  body: { margin: '0 -24px -20px', padding: '4px 24px 0', overflow: 'auto', position: 'relative', scrollPadding: '40px 0 128px' },
} as const;
const content = { paddingBottom: 20, overflowWrap: 'anywhere' } as const;

export function Dialog({ title, onDecline, width = 480, children }: Props) {
  // Modal returns the focus when `open` changes; this dialog is closed by unmounting it.
  const [focusedBefore] = useState(() => document.activeElement);
  // Modal's container joins the document in an effect: `autoFocus` works only in what is mounted afterwards.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- see above
    setOpen(true);
    return () => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
    };
  }, [focusedBefore]);
  return (
    <Modal
      open
      title={<h2>{title}</h2>}
      centered
      width={width}
      footer={null}
      styles={styles}
      closable={false}
      mask={mask}
      focusable={focusable}
      // Its lock is a style element, which the CSP refuses.
      scrollLock={false}
      onCancel={onDecline}
    >
      <div className="dialog-body stack" style={content}>
        {isOpen && children}
      </div>
    </Modal>
  );
}
