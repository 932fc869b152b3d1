/** “disable 12 kowalski”: an operation on all users that a search finds. A typed number that is right replaces the preview. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useFetchUsersPageQuery } from '@api/client/users.api.ts';
import { actionOf, operationKinds, type OperationKind, oppositeOf } from '@api/contract/actions.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { registerModule } from '@store/modules.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { bulkOfListRequested, isFree, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';
import { isOperationBarred } from '../bulk/isOperationBarred.ts';
import { addressOf, allUsersView, pageArgs } from '../view/usersView.ts';
import type { Choice } from './choice.ts';
import { type Command, readNumber } from './commands.ts';

registerModule(bulkModule);

interface OperationCommand {
  readonly busy: boolean;
  readonly choicesFor: (self: Self) => readonly Choice[];
}

const kindOf = (command: Command | undefined): OperationKind | undefined =>
  operationKinds.find((kind) => kind === command?.key && actionOf(kind).many?.argument === undefined);

export function useOperationCommand(command: Command | undefined, onClose: () => void): OperationCommand {
  const { t } = useTranslation(['users', 'actions']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const bulk = useSelector(selectBulk);
  const kind = kindOf(command);
  const { number = 0, search = '' } = (kind && command && readNumber(command.name)) ?? {};
  const searched = useDebounced(search);
  const list = pageArgs({ ...allUsersView, search });
  const isFound = search !== '' && search === searched;
  const { currentData, isFetching } = useFetchUsersPageQuery({ ...list, limit: 1 }, { skip: !isFound });
  const count = isFound ? (currentData?.total ?? 0) : 0;
  const isUnderWay = !isFree(bulk);

  return {
    busy: search !== '' && (isFetching || !isFound),
    choicesFor: (self) => {
      if (kind === undefined || count === 0) return [];
      return [
        {
          key: `operation ${kind}`,
          label: t(`actions:${kind}.many.confirm`, { count, total: formats.number(count) }),
          more: t(isUnderWay ? 'palette.underWay' : 'palette.matching', { search }),
          disabled: isUnderWay || isOperationBarred(self, kind),
          choose: (isSeen) => {
            onClose();
            void navigate(addressOf({ ...allUsersView, search }));
            const isMeant = isSeen && number === count && oppositeOf(kind) !== undefined;
            dispatch(bulkOfListRequested({ action: { kind }, list, expectedCount: isMeant ? count : null }));
          },
        },
      ];
    },
  };
}
