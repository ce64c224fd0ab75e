import { DropdownMenu } from 'radix-ui';
import { Link, useNavigate } from 'react-router-dom';
import type { Rule } from '#contract/rule-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { QueryChips } from '../../shared/query/query-chips.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatDay, localDateOf } from '../../ui/day.ts';
import { GripIcon, MoreIcon } from '../../ui/icons.tsx';
import { MENU, MENU_ITEM, MENU_RULE } from '../../ui/menu.ts';
import { COLUMNS } from '../../ui/page.tsx';
import { ORDERED_DROP, type Ordering } from '../../ui/use-ordering.ts';
import { RuleWords } from './rule-words.tsx';

type Props = {
  rule: Rule;
  /** Its place in the order, from 1. */
  place: number;
  ordering: Ordering;
  onRemove: () => void;
};

/** A rule: its place in the margin, what it asks as chips, what it does in words, and how often it has. */
export function RuleTableRow({ rule, place, ordering, onRemove }: Props) {
  const { _id, isOn } = rule;
  const isPast = useIsPast();
  return (
    <li
      {...{ [ORDERED_DROP]: _id }}
      className={`${COLUMNS} group/rule data-moving:bg-accent-wash`}
      data-moving={ordering.moving === _id || undefined}
      onKeyDown={(event) => ordering.onKeyDown(event, _id)}
    >
      <p
        className="max-md:float-left max-md:mr-2 max-md:w-6 md:pt-[1.3rem] md:text-right"
        data-off={!isOn || undefined}
      >
        <span className={`${NUMBER} ${isOn ? '' : 'text-ink-muted'}`}>{place}</span>
      </p>
      <div className={CONTENT}>
        <QueryChips text={rule.when} label={`What rule ${place} asks`} />
        <div className="-my-[0.1rem] flex items-center self-start">
          {!isOn && <span className="note mr-2 text-[1.0625rem]">off</span>}
          {!isPast && (
            <>
              <button
                type="button"
                className={HANDLE}
                aria-label={`Move rule ${place}`}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                title="Drag, or Alt with an arrow"
                {...ordering.handleProps(_id)}
              >
                <GripIcon />
              </button>
              <Menu rule={rule} place={place} onRemove={onRemove} />
            </>
          )}
        </div>
        <p className={`col-span-full wrap-anywhere ${isOn ? '' : 'text-ink-muted'}`}>
          <RuleWords rule={rule} />
        </p>
        <p className="col-span-full text-small text-ink-muted">
          <Applied rule={rule} />
        </p>
      </div>
    </li>
  );
}

const CONTENT = 'grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-rule pt-4 pb-[0.9rem]';

const NUMBER = 'font-book text-[1.75rem]/none font-normal oldstyle-nums max-md:text-[1.375rem] max-md:leading-[3.4rem]';

const HANDLE = [
  'grid min-h-9 w-9 cursor-grab touch-none place-items-center rounded text-ink-muted hover:text-ink',
  'active:cursor-grabbing touch:min-h-11',
].join(' ');

/** How often a rule was applied, and when last. The number leads to the entries that have a value of it. */
function Applied({ rule: { _id, applied, last } }: { rule: Rule }) {
  if (applied === 0) return 'Not applied yet';
  const times = `${applied.toLocaleString('en-US')} ${applied === 1 ? 'entry' : 'entries'}`;
  return (
    <>
      Applied to{' '}
      <Link
        className="underline-offset-[0.22em] hover:underline"
        to={`/transactions?q=${encodeURIComponent(`rule:${_id}`)}`}
      >
        {times}
      </Link>
      {last !== null && `, last on ${formatDay(localDateOf(new Date(last))).long}`}
    </>
  );
}

function Menu({ rule: { _id, isOn }, place, onRemove }: Pick<Props, 'rule' | 'place' | 'onRemove'>) {
  const navigate = useNavigate();
  const { send } = useCommand('changeRule', {
    saved: ({ isOn }) => (isOn ? 'Rule turned on' : 'Rule turned off'),
    failed: 'Unable to change the rule',
  });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          className="size-9 text-ink-muted hover:text-ink touch:size-11"
          aria-label={`Actions for rule ${place}`}
        >
          <MoreIcon />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => navigate(`/rules/${_id}`)}>
            Edit
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void send({ ruleId: _id, isOn: !isOn })}>
            {isOn ? 'Turn off' : 'Turn on'}
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={MENU_RULE} />
          {/* Once the menu has let the focus go. */}
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => setTimeout(onRemove)}>
            Remove…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
