import type { CallData } from '#contract/calls.ts';
import type { Database } from '#platform/postgres.ts';
import type { Session } from '../http/session.ts';
import { presentEffect } from '../present/change-sets.ts';
import { figuresOf } from './figures.ts';
import type { WorkedOut } from './work-out.ts';

type Presented = Pick<CallData<'getProposal'>, 'effects' | 'figures' | 'problems'>;

/** Converts what a proposal would do to the contract's, with the figures that it changes. */
export async function presentWorkedOut(database: Database, session: Session, done: WorkedOut): Promise<Presented> {
  const { ledgerId } = session;
  const shown = { ledgerId, categories: done.books.state.categories };
  const effects = done.effects.map(({ command, name, what, ...effect }) => ({
    ...presentEffect(shown, { ...effect, what: 'changed' }),
    command,
    name,
    what,
  }));
  return { effects, figures: await figuresOf(database, session, done), problems: [...done.problems] };
}
