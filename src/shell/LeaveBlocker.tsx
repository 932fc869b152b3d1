/** Holds a navigation to another page back while there are unsaved changes, and asks. */
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { type BlockerFunction, useBlocker } from 'react-router';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import { LeaveDialog } from '@src/shell/lazyParts.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';

const leavesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  unsavedChanges.exist() && currentLocation.pathname !== nextLocation.pathname;

interface Props {
  /** Another dialog is open: this one waits. */
  readonly waits: boolean;
}

/** Once per page: the router has one blocker at a time. None without unsaved changes: it would warn of each anchor that is followed. */
export function LeaveBlocker(props: Props) {
  return useSelector(selectHasUnsavedChanges) && <Blocking {...props} />;
}

function Blocking({ waits }: Props) {
  const leaving = useBlocker(leavesChanges);
  return (
    leaving.state === 'blocked' &&
    !waits && (
      <Suspense>
        <LeaveDialog leaving={leaving} />
      </Suspense>
    )
  );
}
