/**
 * Whether the sender of a ticket can log in, and what helps. It is a part of user administration, which `src/app/routes.tsx` hands to
 * the routes of tickets, as features do not import each other.
 */
import { type ComponentType, createContext, type ReactNode } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

type Part = ComponentType<{ readonly userName: string }>;
export type LoadLoginState = () => Promise<{ readonly default: Part }>;

export const LoginStateContext = createContext<(userName: string) => ReactNode>(() => null);

/** Provides that part to everything in the page. */
export function withLoginState(load: LoadLoginState, Page: ComponentType): ComponentType {
  const LoginState = lazyPart(withPhrases(['users', 'actions'], load), { inPlace: true });
  const render = (userName: string) => <LoginState userName={userName} />;
  return function TicketsScreen() {
    return (
      <LoginStateContext value={render}>
        <Page />
      </LoginStateContext>
    );
  };
}
