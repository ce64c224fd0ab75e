import { useQuery } from '@tanstack/react-query';
import { wordsOfName } from '#contract/field-words.ts';
import { rulesQuery } from '../../server/rule-queries.ts';
import { useUser } from '../../server/user.ts';
import { valueLines } from './field-words.ts';

/** The value of a field, or 'none'. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const { data: rules } = useQuery({ ...rulesQuery(), enabled: wordsOfName(field).shape === 'rules' });
  const lines = valueLines(field, value, { ...useUser(), rules });
  if (lines.length === 0) return <span className="text-ink-muted">none</span>;
  if (field === 'receipt')
    return (
      <a className="link" href={lines[0]} target="_blank" rel="noreferrer">
        Receipt
      </a>
    );
  return <span className="wrap-anywhere whitespace-pre-line">{lines.join('\n')}</span>;
}
