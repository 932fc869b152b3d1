/** Some people of a job behind a line that says what they have in common; long lists are cut, and say so. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

/** More than anybody reads through. */
const MAX_SHOWN = 100;
/** So few are shown at once. */
const MAX_UNFOLDED = 5;

interface Props {
  readonly heading: string;
  readonly people: readonly UserSummary[];
}

export function PeopleList({ heading, people }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const more = people.length - MAX_SHOWN;
  return (
    <details className="bulk-people" open={people.length <= MAX_UNFOLDED}>
      <summary>{heading}</summary>
      <ul>
        {people.slice(0, MAX_SHOWN).map((user) => (
          <li key={user.userId}>
            {user.userName} <span className="muted">{nameOf(user)}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('bulk.more', { count: more, total: formats.number(more) })}</li>}
      </ul>
    </details>
  );
}
