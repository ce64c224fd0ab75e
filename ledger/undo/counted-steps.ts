import type { History } from '../history.ts';
import { cellIn } from '../model/entity-ids.ts';
import { type Entity, type EntityState, isMade, type Said, type Step, valueIn } from '../model/entity-states.ts';
import { type EntityKind, GROUPS } from '../model/fields.ts';
import { traitsOf } from '../model/kinds.ts';
import type { Mark } from '../model/schedule.ts';

/**
 * Which change-sets are in force. `undoOf` gives the newest undo or redo that one has, by its id; null for none.
 * `undone` is the change-set that an undo which is not recorded yet undoes directly.
 */
export type InForce = {
  has(changeSetId: string): boolean;
  undoOf(root: string): string | null;
  undone?: string | undefined;
};

/** Which steps of entities count while some change-sets are in force. */
export class CountedSteps {
  readonly #history: History;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #answers: Answers;
  readonly #undos: ReadonlyMap<string, Begun>;
  /** The newest undo or redo of each change-set. */
  readonly #newest = new Map<string, string>();

  constructor(history: History, entities: ReadonlyMap<string, Entity>) {
    this.#history = history;
    this.#entities = entities;
    this.#answers = answersIn(history);
    const undos = new Map<string, Begun>();
    for (const { event, metadata, revision } of history.events) {
      if (event.type !== 'ChangeSetUndone') continue;
      const { chain } = event.data;
      const root = chain.at(-1) ?? '';
      undos.set(metadata.commandId, { revision, chain, before: this.newestUndo(root) });
      this.#newest.set(root, metadata.commandId);
    }
    this.#undos = undos;
  }

  /** The undo or redo that was the newest of the same change-set before one; null for none, and of what is no undo. */
  undoBefore(undo: string): string | null {
    return this.#undos.get(undo)?.before ?? null;
  }

  /** The newest undo or redo of a change-set, by its id, or null if it has none. */
  newestUndo(root: string): string | null {
    return this.#newest.get(root) ?? null;
  }

  /**
   * The steps that make an entity what it is while some change-sets are in force: theirs, and what the answers of undos
   * in force have made of it, since the steps of change-sets alone would make something else (product 4.14). Of an
   * entity or a field that an undo kept, what it took back counts on, and not what removed the entity. An answer that
   * brought an entity back leaves out what had removed it, and one that took a field back counts as a change by its
   * undo. So does what went with an account.
   */
  counted<Kind extends EntityKind>({ kind, id, steps }: Entity<Kind>, inForce: InForce): Step<Kind>[] {
    const own = new Set(steps.map(({ changeSetId }) => changeSetId));
    const isEffective = (undo: string) => this.#inForceWith(inForce.undoOf(this.#rootOf(undo))).includes(undo);
    const isInForce = (step: Step) =>
      this.#history.changeSets.get(step.changeSetId)?.undoes === null
        ? inForce.has(step.changeSetId)
        : this.#isByAccount(kind, step, own) && isEffective(step.changeSetId);
    const subjects = this.#answeredIn(kind, id, inForce);
    const keptRoots = new Set([...own].filter((root) => this.#isKept(steps, root, inForce)));
    for (const { after, changeSetId } of steps) {
      const { entry } = (valueIn(after as EntityState | null, 'mark') as Mark | undefined) ?? {};
      const posted = this.#entities.get(entry ?? '')?.steps ?? [];
      if (this.#isKept(posted, changeSetId, inForce)) keptRoots.add(changeSetId);
    }
    if (subjects.length === 0 && keptRoots.size === 0) {
      return steps.filter((step) => isPostedByItself(step) || isInForce(step));
    }
    // An undo that took back the plan of a category that is gone has no step about it: what set it since doesn't count.
    const spans: { after: bigint; before: bigint }[] = [];
    // The fields that the steps of a change-set set, which are not all that they touched.
    const taken = new Map<string, readonly string[]>();
    const take = (changeSetId: string, fields: readonly string[]) =>
      void taken.set(changeSetId, [...(taken.get(changeSetId) ?? []), ...fields]);
    // The fields that a redo was to leave: its change-set is in force again, and does not set them.
    const left = new Map<string, readonly string[]>();
    let backAt = -1n;
    for (const { root, about, isLeft, counts, takenBy } of subjects) {
      const group = groupOf(kind, about);
      if (isLeft && about !== null && group.length === 0) keptRoots.add(root);
      if (isLeft && counts && !inForce.has(root)) take(root, group);
      if (isLeft && !counts && inForce.has(root)) left.set(root, [...(left.get(root) ?? []), ...group]);
      for (const { undo, isOver } of takenBy) {
        const { revision, chain } = this.#undos.get(undo) ?? NOT_BEGUN;
        if (about === null && revision > backAt) backAt = revision;
        if (isOver) continue;
        if (kind === 'plan' && this.#isGoneAfter(undo, cellIn('plan', id).categoryId)) {
          spans.push({ after: this.#history.changeSets.get(chain[0] ?? '')?.last ?? revision, before: revision });
          continue;
        }
        const undone = steps.filter(({ changeSetId }) => chain.includes(changeSetId));
        take(undo, about === null ? touchedBy(undone, kind) : group);
      }
    }
    return steps.flatMap((step): Step<Kind>[] => {
      const { changeSetId, does, revision } = step;
      if (spans.some(({ after, before }) => after < revision && revision < before) && setsPlan(step)) return [];
      const fields = keptRoots.has(changeSetId) ? undefined : taken.get(changeSetId);
      if (fields) {
        const touched = isMade(step) ? fields : step.touched.filter((field) => fields.includes(field));
        return touched.length > 0 && step.after !== null ? [{ ...step, does: 'change', touched }] : [];
      }
      const out = keptRoots.has(changeSetId) ? undefined : left.get(changeSetId);
      if (out && does === 'change') {
        const touched = step.touched.filter((field) => !out.includes(field));
        return touched.length > 0 ? [{ ...step, touched }] : [];
      }
      if (does === 'remove' && (revision < backAt || keptRoots.has(changeSetId))) return [];
      return keptRoots.has(changeSetId) || isInForce(step) || isPostedByItself(step) ? [step] : [];
    });
  }

  #isGoneAfter(undo: string, categoryId: string): boolean {
    const { revision } = this.#undos.get(undo) ?? NOT_BEGUN;
    const steps = this.#entities.get(categoryId)?.steps ?? [];
    return steps.findLast((step) => step.revision < revision || step.changeSetId === undo)?.after === null;
  }

  /**
   * Of several undos and redos of a change-set the newest decides whether it is in force, with the undo that was the
   * newest before it, and so on: the target of an undo is out of force, and the target's own target is in force again.
   */
  #inForceWith(undo: string | null): string[] {
    if (undo === null) return [];
    const { chain } = this.#undos.get(undo) ?? NOT_BEGUN;
    return [undo, ...this.#inForceWith(this.undoBefore(chain[0] ?? ''))];
  }

  /**
   * The effect of the answers about an entity. An undo that was to leave something leaves the steps that counted before
   * that undo; any other undo leaves the steps that counted before its target, and the change that it is to take back.
   * A step that a redo has brought back stays when its root is undone once more.
   */
  #answeredIn(kind: EntityKind, id: string, inForce: InForce): Subject[] {
    const answers = this.#answers.get(id) ?? [];
    const about = ({ undo, about }: Answered) => `${this.#rootOf(undo)} ${subjectOf(kind, about)}`;
    return [...Map.groupBy(answers, about).values()].map((same) => {
      const root = this.#rootOf(same[0]?.undo ?? '');
      const subject: Subject = { root, about: same[0]?.about ?? null, isLeft: false, counts: true, takenBy: [] };
      const isBack = subject.about === null;
      let isOver = isBack && inForce.undone === root;
      let undo = isOver ? this.newestUndo(root) : inForce.undoOf(root);
      while (undo !== null) {
        const { chain, before } = this.#undos.get(undo) ?? NOT_BEGUN;
        const own = same.filter((answer) => answer.undo === undo);
        // An entity that an undo was to leave is there: what brought it back is left, too.
        const isLeft = (isBack ? answers : own).some(
          (each) => each.undo === undo && each.answer === 'now' && (!isBack || isOfEntity(kind, each)),
        );
        subject.isLeft ||= isLeft;
        if (own.length > 0 && !isLeft) subject.takenBy.push({ undo, isOver });
        const isDirect = chain.length === 1 && !isLeft;
        if (isDirect && !isBack) subject.counts = false;
        // An entity that an undo brought back is there, though its root was undone or redone by another way since,
        // unless that way took back the undo itself.
        const takesBack = same.some((answer) => chain.includes(answer.undo));
        const isPassedBy = isBack && before !== null && !chain.includes(before) && !takesBack;
        isOver ||= isBack && (isDirect || isPassedBy);
        undo = isLeft || (isDirect && isBack) || isPassedBy ? before : this.undoBefore(chain[0] ?? '');
      }
      return subject;
    });
  }

  #rootOf(undo: string): string {
    return this.#undos.get(undo)?.chain.at(-1) ?? '';
  }

  /** Whether the undo that took back the change-set which made an entity left the entity, which was there. */
  #isKept(steps: readonly Step[], root: string, inForce: InForce): boolean {
    if (!steps.some((step) => step.changeSetId === root && isMade(step))) return false;
    const undo = inForce.undoOf(root);
    const { revision, chain } = this.#undos.get(undo ?? '') ?? NOT_BEGUN;
    if (chain.length % 2 === 0) return false;
    const last = steps.findLast((step) => step.revision < revision);
    const isRemoved = steps.some(({ changeSetId, does }) => changeSetId === undo && does === 'remove');
    return last !== undefined && last.after !== null && !isRemoved;
  }

  /**
   * Whether an undo took an entity out of an account that it removed: what it undid is about no other step of the
   * entity. `own` are the change-sets of these.
   */
  #isByAccount(kind: EntityKind, { changeSetId, does, touched }: Step, own: ReadonlySet<string>): boolean {
    const { accountFields } = traitsOf(kind);
    const isOut = does === 'remove' || kind === 'balance' || accountFields.some((field) => touched.includes(field));
    if (!isOut) return false;
    const { chain } = this.#undos.get(changeSetId) ?? {};
    return chain !== undefined && !chain.some((id) => own.has(id));
  }
}

/** Where an undo begins, what it undoes (as in its first event), and the newest undo of the same before it. */
type Begun = { revision: bigint; chain: readonly string[]; before: string | null };
const NOT_BEGUN: Begun = { revision: 0n, chain: [], before: null };

/** The answers to the conflicts of undos, by the entities that they are about. */
type Answers = ReadonlyMap<string, readonly Answered[]>;
type Answered = {
  undo: string;
  /** The field, or the later change-set, that stood in the way, or null if the entity was gone. */
  about: string | null;
  answer: 'now' | 'then';
};
/** The subject of answers of the undos of a change-set, `root`. */
type Subject = {
  root: string;
  about: string | null;
  /** Whether an undo that counts was to leave it, and whether what the root has made of it counts by that. */
  isLeft: boolean;
  counts: boolean;
  /** The undos that took it back, the newest first. `isOver` of a redo whose change was undone once more. */
  takenBy: { undo: string; isOver: boolean }[];
};

function answersIn({ events }: History): Answers {
  const answers = new Map<string, Answered[]>();
  for (const { event, metadata } of events) {
    if (event.type !== 'ChangeSetUndone') continue;
    for (const [conflict, answer] of Object.entries(event.data.resolve ?? {})) {
      const add = (id: string, about: string | null) => {
        const known = answers.get(id) ?? [];
        answers.set(id, [...known, { undo: metadata.commandId, about, answer }]);
      };
      add(conflict, null);
      // Ids of entities may have spaces, too: an entity finds its own.
      for (let at = conflict.indexOf(' '); at !== -1; at = conflict.indexOf(' ', at + 1)) {
        add(conflict.slice(0, at), conflict.slice(at + 1));
      }
    }
  }
  return answers;
}

/** The fields that go together with the field of a conflict; empty if it is about the entity. */
const groupOf = (kind: EntityKind, about: string | null) =>
  GROUPS[kind].filter((group) => about !== null && group.includes(about)).flat();

/** The common subject of answers: the fields of a group, that an entity is gone, or that it would go. */
const subjectOf = (kind: EntityKind, about: string | null) =>
  about === null ? 'gone' : (groupOf(kind, about)[0] ?? 'goes');

/** Whether an answer is about an entity as a whole. */
const isOfEntity = (kind: EntityKind, { about }: Answered) => groupOf(kind, about).length === 0;

/**
 * An occurrence that was posted by itself stays so, undone or not: it is never posted by itself again (product 13.3).
 */
const isPostedByItself = ({ after }: Step) => (valueIn(after, 'mark') as Mark | undefined)?.byItself === true;

/** Whether a step sets a plan, and adds no amount to it. */
const setsPlan = ({ said }: Step) => (said as Said<'plan'> | null)?.adds === undefined;

/** The fields of the groups that steps have touched. */
export function touchedBy(steps: readonly Step[], kind: EntityKind): string[] {
  return GROUPS[kind]
    .filter((group) => steps.some(({ touched }) => group.some((field) => touched.includes(field))))
    .flat();
}
