/** The preview of a move, which few dialogs need. */
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

export const MovePreview = lazyPart(
  withPhrases(['bulk'], () => import(/* webpackChunkName: "users-move" */ './MovePreview.tsx')),
  { inPlace: true },
);
