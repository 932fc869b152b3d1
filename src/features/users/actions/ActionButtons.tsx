/** Actions on a user as buttons: those that open a screen are links. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { type ActionKey, isRed, screenOf } from './userActions.ts';
import { useUserActions } from './useUserActions.ts';

interface Props {
  /** Accessible name of the whole. */
  readonly label: string;
  readonly user: UserSummary;
  readonly keys: readonly ActionKey[];
}

export function ActionButtons({ label, user, keys }: Props) {
  const { t } = useTranslation('actions');
  const perform = useUserActions();
  return (
    <div className="row row-tight small-buttons acts" role="group" aria-label={label}>
      {keys.map((key) => {
        const screen = screenOf(key, user);
        if (screen !== null)
          return (
            <LinkButton key={key} to={screen}>
              {t(`${key}.label`)}
            </LinkButton>
          );
        return (
          <Button
            key={key}
            danger={isRed(key)}
            onClick={() => {
              perform(key, user);
            }}
          >
            {t(`${key}.label`)}
          </Button>
        );
      })}
    </div>
  );
}
