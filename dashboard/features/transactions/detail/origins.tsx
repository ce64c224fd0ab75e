import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CallData } from '#contract/calls.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { originsQuery } from '../../../server/queries.ts';
import { rulesQuery } from '../../../server/rule-queries.ts';
import { byRule } from '../../../shared/query/query-by-rule.ts';
import { fieldLabel } from '../../../shared/undo/field-words.ts';
import { formatDay, localDateOf, today } from '../../../ui/day.ts';
import { Fact } from '../../../ui/facts.tsx';

/** Who set each field of an entry, by its name. */
export type FieldOrigins = CallData<'getEntry'>['origins'];
type Origin = FieldOrigins[string];

/** Who set the fields of an entry; none until it is loaded, and where it can't be. */
export function useOrigins(id: string): FieldOrigins {
  return useQuery(originsQuery(id, useKnown())).data ?? {};
}

/** Behind a value: the rule that set it, the file, or the past. Nothing of what was set by hand. */
export function SetByNote({ origin }: { origin: Origin | undefined }) {
  if (!origin || origin.by === 'hand') return null;
  return (
    <span className="note block text-[1.0625rem] wrap-anywhere">
      <OriginWords origin={origin} />
    </span>
  );
}

/** Facts of what rules set beside the fields that have a fact of their own. */
export function SetByRules({ origins, fields }: { origins: FieldOrigins; fields: readonly string[] }) {
  return fields.map((field) => {
    const origin = origins[field];
    return (
      origin?.by === 'rule' && (
        <Fact key={field} term={fieldLabel(field)}>
          <span className="note text-[1.0625rem] wrap-anywhere">
            <OriginWords origin={origin} />
          </span>
        </Fact>
      )
    );
  });
}

const WORDS = { import: 'by the import', past: 'as once before', words: 'by the word list', hand: 'by hand' } as const;

function OriginWords({ origin: { by, ruleId, at } }: { origin: Origin }) {
  return (
    <>
      {by === 'rule' ? <RuleLink ruleId={ruleId ?? ''} at={at} /> : WORDS[by]}, {shortDay(at)}
    </>
  );
}

/** The rule as it was when it set the field, and where it leads to. */
function RuleLink({ ruleId, at }: { ruleId: string; at: string }) {
  const { data: rules = [] } = useQuery(rulesQuery(at));
  const when = rules.find(({ _id }) => _id === ruleId)?.when;
  return (
    <Link
      className="underline decoration-rule-strong decoration-1 underline-offset-[0.22em] hover:text-ink"
      to={`/rules/${ruleId}?known=${encodeURIComponent(at)}`}
    >
      {when ? byRule(when) : 'by a rule'}
    </Link>
  );
}

/** The day of an instant (ISO 8601) in the user's zone, with its year unless it is this one. */
function shortDay(at: string): string {
  const { month, day, year } = formatDay(localDateOf(new Date(at)));
  return year === today().slice(0, 4) ? `${month} ${day}` : `${month} ${day}, ${year}`;
}
