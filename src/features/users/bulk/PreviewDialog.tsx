/** Confirmation before a bulk operation: how many users it changes, who is left out and why. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { actionOf } from '@api/contract/actions.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import { type BulkAction, type ExclusionReason, isChosen } from '@store/users/bulk/bulkRules.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { nameOf } from '../list/cells/TextCells.tsx';
import { MovePreview } from '../move/lazyMove.ts';
import { BulkArgument } from './BulkArgument.tsx';

interface Props {
  readonly preview: Extract<Bulk, { kind: 'preview' }>;
  readonly onChoose: (action: BulkAction) => void;
  readonly onConfirm: () => void;
  readonly onDecline: () => void;
}

export function PreviewDialog({ preview: { action, people, leftOut, problem }, onChoose, onConfirm, onDecline }: Props) {
  const { t } = useTranslation(['users', 'actions', 'bulk', 'common']);
  const formats = useFormats();
  const count = people.length;
  const total = formats.number(count);
  const { kind } = action;
  const { danger, many } = actionOf(kind);
  const isReady = isChosen(action);
  const groups = new Map<ExclusionReason, { readonly count: number; readonly people: readonly UserSummary[] }>();
  for (const { why, user } of leftOut) {
    const group = groups.get(why) ?? { count: 0, people: [] };
    groups.set(why, { count: group.count + 1, people: user ? [...group.people, user] : group.people });
  }
  return (
    <Dialog
      title={
        count > 0
          ? t(`actions:${kind}.many.title`, { count, total })
          : isReady
            ? t('bulk:nothingToDo', { action: t(`actions:${kind}.label`) })
            : t(`actions:${kind}.label`)
      }
      onDecline={onDecline}
    >
      {problem && <ProblemAlert problem={problem} />}
      {many?.argument !== undefined && <BulkArgument action={action} onChoose={onChoose} />}
      {count > 0 && <p>{t(`actions:${kind}.many.body`, { count })}</p>}
      {kind === 'move' && count > 0 && action.organisationPublicId !== undefined && (
        <MovePreview userIds={people.map(({ userId }) => userId)} organisationPublicId={action.organisationPublicId} />
      )}
      {isReady && (
        <div className="scroll-box box stack">
          {count > 0 && <UserNameList heading={t('bulk:who', { count, total })} people={people} />}
          {groups.size > 0 && (
            <section className="stack-tight">
              <h3>{t('bulk:leftOutHeading')}</h3>
              {[...groups].map(([why, group]) => {
                const heading = `${formats.number(group.count)} · ${t(`bulk:why.${why}`)}`;
                return group.people.length > 0 ? (
                  <UserNameList key={why} heading={heading} people={group.people} />
                ) : (
                  <p key={why}>{heading}</p>
                );
              })}
            </section>
          )}
        </div>
      )}
      <div className="button-row">
        <Button onClick={onDecline} autoFocus={isReady && (danger !== undefined || count === 0)}>
          {t(isReady && count === 0 ? 'common:close' : 'common:cancel')}
        </Button>
        {count > 0 && (
          <Button
            type="primary"
            danger={danger !== undefined}
            onClick={onConfirm}
            autoFocus={danger === undefined && many?.argument === undefined}
          >
            {t(`actions:${kind}.many.confirm`, { count, total })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Rows rendered at most. */
const MAX_SHOWN = 100;
/** Lists up to this length start expanded. */
const MAX_UNFOLDED = 5;

interface UserNameListProps {
  readonly heading: string;
  readonly people: readonly UserSummary[];
}

/** Collapsible list of users with a common heading; long lists are cut with a note. */
function UserNameList({ heading, people }: UserNameListProps) {
  const { t } = useTranslation(['users', 'bulk']);
  const formats = useFormats();
  const more = people.length - MAX_SHOWN;
  return (
    <details open={people.length <= MAX_UNFOLDED}>
      <summary>{heading}</summary>
      <ul className="stack-tight small">
        {people.slice(0, MAX_SHOWN).map((user) => (
          <li key={user.userId}>
            {user.userName} <span className="muted">{nameOf(user)}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('bulk:more', { count: more, total: formats.number(more) })}</li>}
      </ul>
    </details>
  );
}
