import { Link } from 'react-router-dom';
import { ArrowRightIcon } from '../../ui/icons.tsx';

/** The shadow extends the background of the hovered link to both sides. */
const LINK = [
  'flex min-h-11 items-center justify-between gap-4 border-b border-rule transition-[background-color]',
  'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)] [&>svg]:text-ink-muted',
].join(' ');

/** Section with the links to what entries are sorted by. */
export function Sorting() {
  return (
    <section aria-labelledby="sorting">
      <h2 id="sorting" className="subtitle">
        Sorting
      </h2>
      <div className="mt-3 grid">
        <Link className={LINK} to="/account/categories">
          Categories
          <ArrowRightIcon />
        </Link>
        <Link className={LINK} to="/account/rules">
          Rules
          <ArrowRightIcon />
        </Link>
      </div>
    </section>
  );
}
