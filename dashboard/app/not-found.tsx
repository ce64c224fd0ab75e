import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/button.tsx';
import { Heading, useTitle } from '../ui/page.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

/** The 404 page. */
export function NotFound() {
  useTitle('Page not found');
  return (
    <PlainPage>
      <Heading>404: Page not found</Heading>
      <p className="text-ink-muted">Sorry, we couldn't find the page you're looking for.</p>
      <Link className={buttonClass('primary')} to="/">
        Return to the homepage
      </Link>
    </PlainPage>
  );
}
