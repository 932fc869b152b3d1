/** The filters of the audit report by an event's action, and by the verb and the object that the action stands for. */
import { kindOfEvent, ownEvents } from '../../api/contract/audit.events.ts';
import { operations, type QueryOf } from '../../api/contract/index.ts';

const allActions = [...Object.keys(operations), ...ownEvents];

type ActionFilter = Pick<QueryOf<'Users.AuditReport'>, 'action' | 'verb' | 'object'>;

/** @returns the actions that pass the filter, or one prefix of actions, which ends with a dot; undefined: every action passes */
export function actionsOf({ action: wanted, verb, object }: ActionFilter): readonly string[] | undefined {
  if (verb === undefined && object === undefined) return wanted ? [wanted] : undefined;
  return allActions.filter((action) => {
    const kind = kindOfEvent(action);
    const isWanted = !wanted || action === wanted || (wanted.endsWith('.') && action.startsWith(wanted));
    return isWanted && (verb === undefined || kind?.verb === verb) && (object === undefined || kind?.object === object);
  });
}
