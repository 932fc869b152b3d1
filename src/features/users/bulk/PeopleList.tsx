/** Some people of a job behind a line that says what they have in common; long lists are cut, and say so. */
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { nameOf } from '../list/cells/TextCells.tsx';

/** More than anybody reads through. */
const MOST = 100;
/** So few are shown at once. */
const FEW = 5;

interface Props {
  readonly heading: string;
  readonly people: readonly UserSummary[];
}

export function PeopleList({ heading, people }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const more = people.length - MOST;
  return (
    <details className="bulk-people" open={people.length <= FEW}>
      <summary>{heading}</summary>
      <ul>
        {people.slice(0, MOST).map((user) => (
          <li key={user.userId}>
            {user.userName} <span className="muted">{nameOf(user)}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('bulk.more', { count: more, total: formats.number(more) })}</li>}
      </ul>
    </details>
  );
}
