/** Rules on who sees a saved view, and who may change it. Views of other organisations do not exist for the actor. */
import type { Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

export interface ViewTarget {
  /** Null: the owner's account is gone. */
  readonly ownerId: string | null;
  readonly organisationId: string;
  readonly shared: boolean;
  /** Whether the owner is still an enabled administrator of the view's organisation. */
  readonly hasActiveOwner: boolean;
}

type Actor = Pick<Person, 'userId' | 'organisationId'>;
type Verdict = ProblemCode | null;

const maySeeView = (actor: Actor, view: ViewTarget): boolean =>
  view.organisationId === actor.organisationId && (view.ownerId === actor.userId || view.shared);

/** The owner may, and any administrator of the organisation once a shared view's owner is no longer one. */
export function mayManageView(actor: Actor, view: ViewTarget): Verdict {
  if (!maySeeView(actor, view)) return 'NotFound';
  return view.ownerId === actor.userId || !view.hasActiveOwner ? null : 'Forbidden';
}

/** Any administrator of the organisation may make a shared view the default. */
export function mayMakeDefaultView(actor: Actor, view: ViewTarget): Verdict {
  if (!maySeeView(actor, view)) return 'NotFound';
  return view.shared ? null : 'Conflict';
}
