/** antd's Popover as a dialog: it takes the focus, and Tab past its end closes it. */
import { Popover } from 'antd';
import { type CSSProperties, type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { PopupAnchor } from './PopupAnchor.tsx';
import { useFocusReturn } from './useFocusReturn.ts';

interface Props {
  readonly label: string;
  readonly opener: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Pixels below the button required to open there. */
const MIN_SPACE_BELOW_PX = 280;
const PADDING_PX = 16;
/** Margin kept free at the window's edges. */
const MARGIN_PX = 8;
/** antd's own overflow would leave a narrow window instead of moving sideways. */
const overflow = { shiftX: true, shiftY: true, adjustY: true };
// The placements have no offset sideways: antd keeps it also where the box is moved to fit, which would widen the page.
const placements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow },
  bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow },
};
const styles = { root: { paddingInline: MARGIN_PX }, container: { padding: PADDING_PX } };

/** The box opens towards the wider side of the window. */
const placementOf = (opener: HTMLElement): keyof typeof placements => {
  const { left, right } = opener.getBoundingClientRect();
  return left + right > innerWidth ? 'bottomRight' : 'bottomLeft';
};

const heightBeside = (opener: HTMLElement): number => {
  const below = innerHeight - opener.getBoundingClientRect().bottom;
  return below < MIN_SPACE_BELOW_PX ? innerHeight : below;
};

export default function PopoverBox({ label, opener, onClose, children }: Props) {
  useFocusReturn();
  // antd mounts the content later than this.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [placement] = useState(() => placementOf(opener));
  const [height, setHeight] = useState(() => heightBeside(opener));
  // The box joins the document in an effect: `autoFocus` works only in what is mounted afterwards.
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!box) return;
    // antd gives each popover the role of a tooltip.
    box.closest('[role="tooltip"]')?.removeAttribute('role');
    box.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/set-state-in-effect -- see above
    setReady(true);
  }, [box]);
  useEffect(() => {
    const onResize = () => {
      setHeight(heightBeside(opener));
    };
    addEventListener('resize', onResize);
    return () => {
      removeEventListener('resize', onResize);
    };
  }, [opener]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys pressed here are not for the grid.
    event.stopPropagation();
    if (event.key !== 'Escape' && !(event.key === 'Tab' && isLastStop(event))) return;
    event.preventDefault();
    onClose();
  };
  const room: CSSProperties & Record<'--room', string> = { '--room': `${height}px` };
  return (
    <Popover
      open
      trigger="click"
      placement={placement}
      builtinPlacements={placements}
      arrow={false}
      classNames={{ root: 'popup' }}
      styles={styles}
      onOpenChange={onClose}
      content={
        <div
          ref={setBox}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className="popover stack"
          style={room}
          onKeyDown={onKeyDown}
        >
          {isReady && <Suspense>{children}</Suspense>}
        </div>
      }
    >
      <PopupAnchor element={opener} />
    </Popover>
  );
}

/** True if Tab would leave the box. */
function isLastStop({ currentTarget, target, shiftKey }: KeyboardEvent<HTMLElement>): boolean {
  const stops = [...currentTarget.querySelectorAll('a[href], button:enabled, input:enabled')];
  return target === stops.at(shiftKey ? 0 : -1) || stops.length === 0 || (shiftKey && target === currentTarget);
}
