/** Blocks navigation to another page while there are unsaved changes, and asks. */
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { type BlockerFunction, useBlocker } from 'react-router';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import { LeaveDialog } from '@src/shell/lazyParts.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';

const losesChanges: BlockerFunction = ({ currentLocation, nextLocation }) =>
  unsavedChanges.exist() && currentLocation.pathname !== nextLocation.pathname;

interface Props {
  /** Another dialog is open: this one waits. */
  readonly waits: boolean;
}

/**
 * Mount it once per page: the router has one blocker at a time. Not mounted without unsaved changes: the router would log a warning
 * for each hash link.
 */
export function LeaveBlocker(props: Props) {
  return useSelector(selectHasUnsavedChanges) && <Blocker {...props} />;
}

function Blocker({ waits }: Props) {
  const blocker = useBlocker(losesChanges);
  return (
    blocker.state === 'blocked' &&
    !waits && (
      <Suspense>
        <LeaveDialog leaving={blocker} />
      </Suspense>
    )
  );
}
