/** The webpack loader of style sheets that puts the breakpoints in the place of custom media queries. */
import { replaceCustomMedia } from './src/ui/theme/customMedia.ts';

export default replaceCustomMedia;
