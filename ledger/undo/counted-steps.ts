import type { History } from '../history.ts';
import { type Entity, type EntityState, isMade, type Step, valueIn } from '../model/entity-states.ts';
import { type EntityKind, GROUPS } from '../model/fields.ts';
import { traitsOf } from '../model/kinds.ts';
import type { Mark } from '../model/schedule.ts';

/** Which change-sets are in force. `undoOf` gives the newest undo or redo that one has, by its id; null for none. */
export type InForce = { has(changeSetId: string): boolean; undoOf(root: string): string | null };

/** Which steps of entities count while some change-sets are in force. */
export class CountedSteps {
  readonly #history: History;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #answers: Answers;
  readonly #undos: ReadonlyMap<string, { revision: bigint; chain: readonly string[] }>;
  /** The newest undo or redo of each change-set. */
  readonly #newest = new Map<string, string>();

  constructor(history: History, entities: ReadonlyMap<string, Entity>) {
    this.#history = history;
    this.#entities = entities;
    this.#answers = answersIn(history);
    const undos = history.events.flatMap(({ event, metadata, revision }) =>
      event.type === 'ChangeSetUndone' ? [{ undo: metadata.commandId, revision, chain: event.data.chain }] : [],
    );
    this.#undos = new Map(undos.map(({ undo, ...begun }) => [undo, begun]));
    for (const { undo, chain } of undos) this.#newest.set(chain.at(-1) ?? '', undo);
  }

  /** The newest undo or redo of a change-set, by its id; null where it has none. */
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
    // Of several undos and redos of a change-set the newest has made it what it is.
    const isNewest = (undo: string) => inForce.undoOf(this.#rootOf(undo)) === undo;
    const isInForce = (step: Step) =>
      this.#history.changeSets.get(step.changeSetId)?.undoes === null
        ? inForce.has(step.changeSetId)
        : this.#isByAccount(kind, step, own) && isNewest(step.changeSetId);
    const answers = (this.#answers.get(id) ?? []).filter(({ undo }) => isNewest(undo));
    const kept = new Set([...own].filter((root) => this.#isKept(steps, root, inForce)));
    for (const { after, changeSetId } of steps) {
      const { entry } = (valueIn(after as EntityState | null, 'mark') as Mark | undefined) ?? {};
      const posted = this.#entities.get(entry ?? '')?.steps ?? [];
      if (this.#isKept(posted, changeSetId, inForce)) kept.add(changeSetId);
    }
    if (answers.length === 0 && kept.size === 0) {
      return steps.filter((step) => isPostedByItself(step) || isInForce(step));
    }
    // The fields that the steps of a change-set set, which are not all that they touched.
    const taken = new Map<string, string[]>();
    let backAt = -1n;
    for (const { undo, revision, about, answer } of answers) {
      const chain = [undo, ...(this.#undos.get(undo)?.chain ?? [])];
      const root = this.#rootOf(undo);
      const isBack = about === null && answer === 'then';
      if (isBack && revision > backAt) backAt = revision;
      const group = GROUPS[kind].filter((group) => about !== null && group.includes(about)).flat();
      if (about !== null && answer === 'now' && group.length === 0) kept.add(root);
      if (answer === 'now' && !inForce.has(root)) taken.set(root, [...(taken.get(root) ?? []), ...group]);
      if (answer === 'now') continue;
      const undone = new Set(chain);
      const fields = isBack
        ? touchedBy(
            steps.filter(({ changeSetId }) => undone.has(changeSetId) && changeSetId !== undo),
            kind,
          )
        : group;
      taken.set(undo, [...(taken.get(undo) ?? []), ...fields]);
    }
    return steps.flatMap((step): Step<Kind>[] => {
      const { changeSetId, does, revision } = step;
      const fields = kept.has(changeSetId) ? undefined : taken.get(changeSetId);
      if (fields) {
        const touched = isMade(step) ? fields : step.touched.filter((field) => fields.includes(field));
        return touched.length > 0 && step.after !== null ? [{ ...step, does: 'change', touched }] : [];
      }
      if (does === 'remove' && (revision < backAt || kept.has(changeSetId))) return [];
      return kept.has(changeSetId) || isInForce(step) || isPostedByItself(step) ? [step] : [];
    });
  }

  #rootOf(undo: string): string {
    return this.#undos.get(undo)?.chain.at(-1) ?? '';
  }

  /** Whether the undo that took back the change-set which made an entity left the entity, which was there. */
  #isKept(steps: readonly Step[], root: string, inForce: InForce): boolean {
    if (!steps.some((step) => step.changeSetId === root && isMade(step))) return false;
    const undo = inForce.undoOf(root);
    const { revision, chain } = this.#undos.get(undo ?? '') ?? { revision: 0n, chain: [] };
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

/** The answers to the conflicts of undos, by the entities that they are about. `revision` is where the undo begins. */
type Answers = ReadonlyMap<string, readonly Answered[]>;
type Answered = {
  undo: string;
  revision: bigint;
  /** The field, or the later change-set, that stood in the way; null where the entity was gone. */
  about: string | null;
  answer: 'now' | 'then';
};

function answersIn({ events }: History): Answers {
  const answers = new Map<string, Answered[]>();
  for (const { event, metadata, revision } of events) {
    if (event.type !== 'ChangeSetUndone') continue;
    for (const [conflict, answer] of Object.entries(event.data.resolve ?? {})) {
      const add = (id: string, about: string | null) => {
        const known = answers.get(id) ?? [];
        answers.set(id, [...known, { undo: metadata.commandId, revision, about, answer }]);
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

/** What was posted by itself stays so, undone or not: it is never posted by itself again (product 13.3). */
const isPostedByItself = ({ after }: Step) => (valueIn(after, 'mark') as Mark | undefined)?.byItself === true;

/** The fields of the groups that steps have touched. */
export function touchedBy(steps: readonly Step[], kind: EntityKind): string[] {
  return GROUPS[kind]
    .filter((group) => steps.some(({ touched }) => group.some((field) => touched.includes(field))))
    .flat();
}
