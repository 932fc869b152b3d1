/** Undo beside the event of an act, for as long as ownership can be given back; its notice has gone by then. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ReplyOf } from '@api/contract/index.ts';
import { enableRequested, ownershipRequested } from '@store/users/acts.saga.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';

type Event = ReplyOf<'Users.AuditReport'>['events'][number];

interface RoleChange {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

const UNDO_MAX_AGE_MS = 15 * 60_000;

function undoOf({ action, details }: Event, userName: string) {
  if (action === 'Users.Enable') return enableRequested({ userName, enabled: !details.enabled, undo: true });
  if (action === 'Users.TakeOwnership' && !details.undone) return ownershipRequested({ userName, undo: true });
  if (action === 'Roles.SetUser') return rolesRequested({ userName, revert: details as unknown as RoleChange });
  return undefined;
}

interface Props {
  /** The newest successful one of its action. */
  readonly event: Event;
  readonly userName: string;
  readonly now: number;
}

export function EventUndo({ event, userName, now }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const self = useSelf();
  const { actor, onBehalfOf, at } = event;
  const isOwn = self?.impersonatedBy === null && actor === self.userName && onBehalfOf === null;
  const undo = isOwn && now - Date.parse(at) < UNDO_MAX_AGE_MS ? undoOf(event, userName) : undefined;
  if (!undo) return null;
  return (
    <Button
      onClick={({ currentTarget }) => {
        // The button goes with what it undoes.
        currentTarget.closest<HTMLElement>('[tabindex]')?.focus();
        dispatch(undo);
      }}
    >
      {t('undo')}
    </Button>
  );
}
