/** How many users a list has, as text: an ellipsis until they are counted. */
import type { Formats } from '@src/i18n/formats.ts';

export const formattedTotal = (total: number | null, formats: Formats): string => (total === null ? '…' : formats.number(total));
