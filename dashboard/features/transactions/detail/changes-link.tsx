import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { changesOfEntryQuery } from '../../../server/history-queries.ts';
import { CHANGES_MAX, changesAddress } from '../../../shared/explain/changes-address.ts';

const TIMES = ['', 'once', 'twice'];

/** How often an entry was changed, as a link to these changes in History, each with before and after. */
export function ChangesLink({ entry }: { entry: string }) {
  const { data: changeSets = [] } = useQuery(changesOfEntryQuery(entry, CHANGES_MAX));
  if (changeSets.length === 0) return null;
  const times = TIMES[changeSets.length] ?? `${changeSets.length} times`;
  return (
    <Link className="link ml-3 inline-block text-small" to={changesAddress(changeSets.map(({ _id }) => _id))}>
      Changed {times}: see its history
    </Link>
  );
}
