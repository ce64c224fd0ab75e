import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { refresh } from '../../server/cache.ts';
import { useUser } from '../../server/user.ts';
import { Choices } from '../../ui/choices.tsx';

/** Whether the word list proposes categories. A choice takes effect at once. */
export function WordListChoice() {
  const { usesWordList } = useUser();
  const { send } = useCommand('updateWordList', {
    saved: 'Saved',
    failed: 'Error when fetching',
    onSaved: () => refresh([['getToFile']]),
  });
  return (
    <section aria-labelledby="word-list">
      <h2 id="word-list" className="subtitle">
        Word List
      </h2>
      <p className="mt-2 mb-3 text-ink-muted">
        Supermarkets, fuel, rent and their likes: it files what neither a rule nor your own past files.
      </p>
      <fieldset disabled={useIsPast()}>
        <Choices
          legend="Word list"
          choices={[
            { value: 'on', label: 'Files automatically' },
            { value: 'off', label: 'Is left out' },
          ]}
          chosen={usesWordList ? 'on' : 'off'}
          onChoose={(chosen) => void send({ usesWordList: chosen === 'on' })}
        />
      </fieldset>
    </section>
  );
}
