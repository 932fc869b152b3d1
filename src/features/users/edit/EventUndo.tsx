/** Undo beside the event of an act; the act's notice has gone by then. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ReplyOf } from '@api/contract/index.ts';
import { enableRequested, ownershipRequested } from '@store/users/acts.saga.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';

type Event = ReplyOf<'Users.AuditReport'>['events'][number];

/** Details of an event have no shape of their own. */
const names = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function undoOf({ action, details }: Event, userName: string) {
  if (action === 'Users.Enable') return enableRequested({ userName, enabled: !details.enabled, undo: true });
  if (action === 'Users.TakeOwnership' && !details.undone) return ownershipRequested({ userName, undo: true });
  if (action === 'Roles.SetUser')
    return rolesRequested({ userName, revert: { given: names(details.given), taken: names(details.taken) } });
  return undefined;
}

interface Props {
  /** The newest successful event of its action, by the reader. */
  readonly event: Event;
  readonly userName: string;
}

export default function EventUndo({ event, userName }: Props) {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const undo = undoOf(event, userName);
  if (!undo) return null;
  return (
    <Button
      onClick={({ currentTarget }) => {
        // The button disappears with the act that it undoes.
        currentTarget.closest<HTMLElement>('[tabindex]')?.focus();
        dispatch(undo);
      }}
    >
      {t('undo')}
    </Button>
  );
}
