/** Heading of the users list, with the ways in which users come. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Self } from '@api/contract/users.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { paths } from '@src/paths.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { formAddress } from '../fields/wantedOrganisation.ts';

const AddLinks = lazyPart(() => import(/* webpackChunkName: "user-tools" */ '../tools/AddLinks.tsx'), { inPlace: true });

interface Props {
  /** Null until it is known. */
  readonly self: Self | null;
  /** Conditions of the list. */
  readonly where: readonly UserCondition[];
}

export function UsersHead({ self, where }: Props) {
  const { t } = useTranslation('users');
  return (
    <header className="row spread">
      <PageHeading title={t('list.title')}>{t('list.title')}</PageHeading>
      <div className="joined">
        <Link className="button button-primary" to={formAddress(paths.usersInvite.to(), where)}>
          {t('list.invite')}
        </Link>
        {self && isSystemAdmin(self) && (
          <Popover
            label={t('list.ways')}
            button={(opener) => <Button type="primary" icon={<DownOutlined aria-hidden />} {...opener} />}
          >
            {(close) => <AddLinks where={where} onFollow={close} />}
          </Popover>
        )}
      </div>
    </header>
  );
}
