/** Which events the filters by verb and object mean. */
import { kindOfEvent, ownEvents } from '../../api/contract/audit.events.ts';
import { operations, type QueryOf } from '../../api/contract/index.ts';

const codes = [...Object.keys(operations), ...ownEvents];

type KindFilters = Pick<QueryOf<'Users.AuditReport'>, 'action' | 'verb' | 'object'>;

/** @returns codes, or one prefix that ends with a dot; undefined: all */
export function actionsOf({ action, verb, object }: KindFilters): readonly string[] | undefined {
  if (verb === undefined && object === undefined) return action ? [action] : undefined;
  return codes.filter((code) => {
    const kind = kindOfEvent(code);
    const isOfAction = !action || code === action || (action.endsWith('.') && code.startsWith(action));
    return isOfAction && (verb === undefined || kind?.verb === verb) && (object === undefined || kind?.object === object);
  });
}
