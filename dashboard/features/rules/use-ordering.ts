import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import type { Rule } from '#contract/rule-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { scrollNearEdge, useAltHeld } from '../../ui/alt-or-drag.ts';

/** On a row, the id of its rule. */
export const RULE_DROP = 'data-rule';

/** `onOrder` resolves once the rules are there in that order. */
type Options = { rules: readonly Rule[]; onOrder: (ruleIds: string[]) => Promise<unknown> };

export type Ordering = ReturnType<typeof useOrdering>;

/**
 * Moves a rule by Alt with arrows, or by a drag of its handle. Until Alt or the pointer is let go the rules are `shown`
 * as they would be, and Escape leaves them as they were. `said` announces what happens.
 */
export function useOrdering({ rules, onOrder }: Options) {
  const isPast = useIsPast();
  const [moved, setMoved] = useState<{ id: string; place: number } | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');
  const shown = moved ? withRuleAt(rules, moved) : rules;

  function stop() {
    setMoved(null);
    setDragging(false);
  }

  async function finish() {
    setDragging(false);
    if (!moved || isSending) return;
    const ids = shown.map(({ _id }) => _id);
    if (ids.every((id, index) => id === rules[index]?._id)) return stop();
    setSending(true);
    await onOrder(ids);
    setSending(false);
    setMoved(null);
  }

  useAltHeld(moved !== null && !isDragging && !isSending, () => void finish(), stop);

  const movedId = moved?.id;
  const movedPlace = moved?.place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row has moved, and so has lost the focus.
  useEffect(() => {
    if (movedId !== undefined && document.activeElement === document.body)
      document.getElementById(`handle-${movedId}`)?.focus();
  }, [movedId, movedPlace]);

  function moveTo(id: string, place: number) {
    setMoved({ id, place });
    setSaid(`Now rule ${place + 1} of ${rules.length}`);
  }

  function onKeyDown(event: KeyboardEvent, { _id }: Rule) {
    if (event.key === 'Escape' && moved) {
      event.preventDefault();
      stop();
      setSaid('The rules stay as they were');
      return;
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || isPast) return;
    event.preventDefault();
    const place = shown.findIndex((rule) => rule._id === _id) + step;
    if (isSending) return;
    if (place < 0 || place >= rules.length) setSaid(step < 0 ? 'It is the first rule' : 'It is the last rule');
    else moveTo(_id, place);
  }

  const handleProps = ({ _id }: Rule) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isSending) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      setMoved({ id: _id, place: rules.findIndex((rule) => rule._id === _id) });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!isDragging || moved?.id !== _id) return;
      scrollNearEdge(clientY);
      const over = document.elementFromPoint(clientX, clientY)?.closest(`[${RULE_DROP}]`)?.getAttribute(RULE_DROP);
      const place = shown.findIndex((rule) => rule._id === over);
      if (place >= 0 && over !== _id) moveTo(_id, place);
    },
    onPointerUp: () => {
      if (isDragging) void finish();
    },
    onPointerCancel: stop,
  });

  return { shown, said, moving: moved?.id ?? null, onKeyDown, handleProps };
}

/** The rules with one of them at another place, from 0. */
function withRuleAt(rules: readonly Rule[], { id, place }: { id: string; place: number }): Rule[] {
  const rule = rules.find(({ _id }) => _id === id);
  const others = rules.filter(({ _id }) => _id !== id);
  return rule ? [...others.slice(0, place), rule, ...others.slice(place)] : others;
}
