/** A link within the product. */
import { Link as RouterLink, type LinkProps } from 'react-router';

export function Link({ className = 'link', ...rest }: LinkProps) {
  return <RouterLink {...rest} className={className} />;
}
