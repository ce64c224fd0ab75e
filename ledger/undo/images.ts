import { definitionOf, entityOf, type RecordedEvent } from '../events.ts';
import { EVERYDAY, EVERYDAY_KIND, EVERYDAY_NAME } from '../model/constants.ts';
import { confirmationIn } from '../model/entity-ids.ts';
import { type EntityKind, fieldsOf } from '../model/fields.ts';
import { type Entity, type Image, isMade, isSameIn, overlaid, type Step } from '../model/images.ts';

/**
 * What is there before its first event: only Everyday, the monthly figures, and confirmed balances, which have no
 * value; null for anything else.
 */
export function imageAtStart<Kind extends EntityKind>({
  kind,
  id,
}: Pick<Entity<Kind>, 'kind' | 'id'>): Image<Kind> | null {
  const images: { [Each in EntityKind]: Image<Each> | null } = {
    transaction: null,
    transfer: null,
    goal: null,
    account: id === EVERYDAY ? { name: EVERYDAY_NAME, kind: EVERYDAY_KIND, isOpen: true, place: -1 } : null,
    figures: {},
    balance: confirmationIn(id),
  };
  return images[kind];
}

/** Everything that events are about with its steps, by its id, in the order of the first event about it. */
export function entitiesOf(events: readonly RecordedEvent[]): Map<string, Entity> {
  const entities = new Map<string, { kind: EntityKind; id: string; steps: Step[] }>();
  for (const recorded of events) {
    const about = entityOf(recorded.event);
    if (!about) continue;
    const known = entities.get(about.id);
    const before = known ? (known.steps.at(-1)?.after ?? null) : imageAtStart(about);
    const step = stepOf(recorded, about.kind, before);
    if (known) known.steps.push(step);
    else entities.set(about.id, { ...about, steps: [step] });
  }
  return entities;
}

/** What something would be after some of its steps alone: each gives it the values of the fields that it touched. */
export function imageAfter<Kind extends EntityKind>(
  entity: Entity<Kind>,
  steps: readonly Step<Kind>[],
): Image<Kind> | null {
  return steps.reduce<Image<Kind> | null>(imageAfterStep, imageAtStart(entity));
}

/** What something would be after each of some of its steps alone. */
export function imagesAfter<Kind extends EntityKind>(
  entity: Entity<Kind>,
  steps: readonly Step<Kind>[],
): (Image<Kind> | null)[] {
  let image = imageAtStart(entity);
  return steps.map((step) => {
    image = imageAfterStep(image, step);
    return image;
  });
}

function imageAfterStep<Kind extends EntityKind>(image: Image<Kind> | null, step: Step<Kind>): Image<Kind> | null {
  const { does, touched, after } = step;
  if (isMade(step)) return after;
  if (does === 'remove') return null;
  if (does !== 'change' || !image || !after) return image;
  return overlaid(image, after, 'changedAt' in after ? [...touched, 'changedAt'] : touched);
}

function stepOf({ event, metadata, revision }: RecordedEvent, kind: EntityKind, before: Image | null): Step {
  const { effect } = definitionOf(event.type);
  if (!effect) throw new Error(`${event.type} is about nothing.`);
  const { commandId: changeSetId, recordedAt } = metadata;
  const { does } = effect;
  const said = 'says' in effect ? effect.says(event.data) : null;
  const step: Step = { changeSetId, revision, does, touched: [], before, after: before, said };
  if (effect.does === 'remove') return { ...step, after: null };
  if (effect.does === 'move money' || effect.does === 'match') return step;
  const written = effect.image(event.data, { revision, commandId: changeSetId, recordedAt });
  // A change has some fields of its kind; what is made or comes back has all.
  const after = (does === 'change' ? before && { ...before, ...written } : written) as Image | null;
  const touched = before && after ? fieldsOf(kind).filter((field) => !isSameIn(before, after, field)) : [];
  return { ...step, touched, after };
}
