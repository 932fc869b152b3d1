/**
 * The actor of an event, as the reader knows them: "Ingrid Solberg · isolberg"; while impersonating, with the impersonated user.
 */
import { useTranslation } from 'react-i18next';
import type { ListedEvent } from '@api/contract/audit.ts';

export function useActorName(): (event: Pick<ListedEvent, 'actor' | 'actorName' | 'onBehalfOf'>) => string {
  const { t } = useTranslation('audit');
  return ({ actor, actorName, onBehalfOf }) => {
    if (actor === null) return t('nobody');
    const name = actorName ? t('named', { name: actorName, user: actor }) : actor;
    return onBehalfOf === null ? name : t('actingAs', { actor: name, user: onBehalfOf });
  };
}
