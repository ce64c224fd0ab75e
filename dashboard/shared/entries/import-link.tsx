import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.tsx';

/** The address of the import of a file. */
export const IMPORT_PATH = '/import';

/** Link to the import of a file. */
export function ImportLink() {
  return (
    <Link className={buttonClass()} to={IMPORT_PATH}>
      Import a file
    </Link>
  );
}
