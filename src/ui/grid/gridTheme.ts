/** Theme of the grid as CSS variables from the tokens, so that theme and font size change without the grid. */
import { createTheme } from 'ag-grid-community';
import { fontFamily, radius, rhythm } from '../tokens.ts';
import { colour } from '../theme/themeCss.ts';

export const gridTheme = createTheme().withParams({
  accentColor: colour('secondary'),
  backgroundColor: colour('surface'),
  foregroundColor: colour('text'),
  textColor: colour('text'),
  subtleTextColor: colour('textMuted'),
  borderColor: colour('line'),
  borderRadius: radius,
  wrapperBorder: false,
  wrapperBorderRadius: radius,
  fontFamily,
  fontSize: 'var(--grid-font-size)',
  spacing: rhythm,
  cellHorizontalPadding: 'var(--grid-padding)',
  rowHeight: 'var(--grid-row-height)',
  headerHeight: 'var(--grid-head-height)',
  headerBackgroundColor: colour('quiet'),
  headerTextColor: colour('text'),
  headerFontSize: 'var(--grid-head-font-size)',
  headerFontWeight: 600,
  headerColumnResizeHandleColor: colour('line'),
  headerColumnResizeHandleHeight: '50%',
  rowHoverColor: colour('quiet'),
  rowBorder: { color: colour('line') },
  headerRowBorder: { color: colour('line') },
  pinnedColumnBorder: { color: colour('line') },
  selectedRowBackgroundColor: colour('secondarySoft'),
  rangeSelectionBorderColor: colour('secondary'),
  focusShadow: `inset 0 0 0 2px ${colour('secondary')}`,
  dragAndDropImageBackgroundColor: colour('surface'),
  dragAndDropImageBorder: { color: colour('edge') },
  dragAndDropImageShadow: `0 4px 12px ${colour('shadow')}`,
});
