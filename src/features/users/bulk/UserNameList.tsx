/** Collapsible list of users with a common heading; long lists are cut with a note. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

/** Rows rendered at most. */
const MAX_SHOWN = 100;
/** Lists up to this length start expanded. */
const MAX_UNFOLDED = 5;

interface Props {
  readonly heading: string;
  readonly people: readonly UserSummary[];
}

export function UserNameList({ heading, people }: Props) {
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
