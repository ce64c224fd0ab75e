import { Dialog as Radix } from 'radix-ui';
import { usePreferences } from '../browser-state/preferences.ts';
import { Drawer } from '../ui/drawer.tsx';
import { DIALOG_TEXT, DIALOG_TITLE } from '../ui/overlay.ts';
import { KEY_GROUPS } from './key-groups.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Sheet of all keys, in groups. */
export function KeysSheet({ open, onOpenChange }: Props) {
  const { letterKeys } = usePreferences();
  return (
    <Drawer open={open} onClose={() => onOpenChange(false)}>
      <Radix.Title className={`${DIALOG_TITLE} pr-12`}>Keys</Radix.Title>
      <Radix.Description className={DIALOG_TEXT}>
        On a Mac it is Cmd instead of Ctrl.{' '}
        {letterKeys
          ? 'The keys of a single letter or sign can be turned off in Settings.'
          : 'The keys of a single letter or sign are turned off, in Settings.'}
      </Radix.Description>
      {KEY_GROUPS.map(({ name, of }) => (
        <section key={name} aria-label={name} className="mt-6">
          <h3 className="note border-b border-rule-strong pb-1">{name}</h3>
          <dl>
            {of.map(({ keys, does }) => (
              <div key={does} className={ROW}>
                <dt className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                  {keys.map((held) => (
                    <span key={held.join()} className="whitespace-nowrap">
                      {held.map((key) => (
                        <kbd key={key} className="mr-1">
                          {key}
                        </kbd>
                      ))}
                    </span>
                  ))}
                </dt>
                <dd className="leading-[1.35]">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Drawer>
  );
}

const ROW = [
  'grid grid-cols-[11rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-rule py-[0.45rem]',
  'max-xs:grid-cols-[8.5rem_minmax(0,1fr)]',
].join(' ');
