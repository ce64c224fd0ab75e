import { describe, expect, test } from 'vitest';
import { isSoftDeletion, parseStreamMetadata, revivedMetadata, SOFT_DELETION } from './stream-metadata.ts';

const parse = (text: string) => parseStreamMetadata(Buffer.from(text), true);

describe('parsing metadata', () => {
  test('$tb, $maxCount and $maxAge', () => {
    const metadata = parse(' {"$tb":3,"$maxCount":2,"$maxAge":60,"$cacheControl":5,"own":{"$tb":9}} ');
    expect(metadata).toEqual({ truncateBefore: 3n, maxCount: 2n, maxAge: 60n });
  });

  test('a number out of range is ignored, the rest counts', () => {
    expect(parse('{"$tb":-1,"$maxCount":0,"$maxAge":-5,"$cacheControl":0}')).toEqual(parse('{}'));
    expect(parse('{"$tb":2,"$maxCount":0}').truncateBefore).toBe(2n);
  });

  test.each([
    '{"$tb":"2","$maxCount":1}',
    '{"$tb":2.0,"$maxCount":1}',
    '{"$tb":9223372036854775808,"$maxCount":1}',
    '{"$maxCount":1,"$maxAge":1000000000000}',
    '{"$maxCount":1,"$acl":{"own":"x"}}',
    '{"$maxCount":1,"$acl":{"$r":5}}',
    '[{"$maxCount":1}]',
    '{"$maxCount":1',
    '5',
    '',
  ])('%s is invalid', (text) => {
    expect(parse(text)).toEqual(parse('{}'));
  });

  test('data without the JSON content type are ignored', () => {
    expect(parseStreamMetadata(Buffer.from('{"$tb":2}'), false)).toEqual(parse('{}'));
  });
});

test('a soft deletion is recognised by every digit', () => {
  expect(isSoftDeletion(parseStreamMetadata(SOFT_DELETION, true))).toBe(true);
  expect(isSoftDeletion(parse('{"$tb":9223372036854775806}'))).toBe(false);
});

describe('a revival', () => {
  const revive = (text: string) => revivedMetadata(Buffer.from(text), 3n)?.toString();

  test('keeps the other keys in their order, and numbers as they were written', () => {
    expect(revive('{"$tb":1,"a":2.50,"b":[9223372036854775807]}')).toBe('{"$tb":3,"a":2.50,"b":[9223372036854775807]}');
    expect(revive('{"colour":"red"}')).toBe('{"colour":"red","$tb":3}');
  });

  test('needs an object', () => {
    expect(revive('[1]')).toBeUndefined();
    expect(revive('junk')).toBeUndefined();
  });
});
