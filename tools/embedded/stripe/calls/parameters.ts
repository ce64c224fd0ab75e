import { StripeFailure } from './failure.ts';
import type { Form } from './form.ts';

/** Reads one parameter of a request; `param` is its name as Stripe writes it. Throws a StripeFailure. */
export type ParameterReader<Value> = (given: Form | undefined, param: string) => Value;

type Shape = Record<string, ParameterReader<unknown>>;
type ReadShape<Fields extends Shape> = { [Name in keyof Fields]: ReturnType<Fields[Name]> };

function refused(message: string, code: string, param: string): StripeFailure {
  return new StripeFailure(400, message, { code, param });
}

/** A required parameter. */
export function required<Value>(read: ParameterReader<Value>): ParameterReader<Value> {
  return (given, param) => {
    if (given === undefined) throw refused(`Missing required param: ${param}.`, 'parameter_missing', param);
    return read(given, param);
  };
}

/** An optional parameter; undefined where it is missing. */
export function optionalParameter<Value>(read: ParameterReader<Value>): ParameterReader<Value | undefined> {
  return (given, param) => (given === undefined ? undefined : read(given, param));
}

/** A text of 1 to `lengthMax` characters. */
export function textParameter(lengthMax = 5_000): ParameterReader<string> {
  return (given, param) => {
    if (typeof given !== 'string') throw refused('Invalid string', 'parameter_invalid_string', param);
    if (given === '') {
      throw refused(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
          `however '${param}' cannot be unset.`,
        'parameter_invalid_empty',
        param,
      );
    }
    if (given.length > lengthMax) {
      throw refused(`Invalid string: must be at most ${lengthMax} characters`, 'parameter_invalid_string', param);
    }
    return given;
  };
}

/** An integer within bounds. */
export function integerParameter(least: number, most: number): ParameterReader<number> {
  return (given, param) => {
    const text = textParameter()(given, param);
    if (!/^-?\d{1,15}$/.test(text)) {
      throw refused(`Invalid integer: ${text}`, 'parameter_invalid_integer', param);
    }
    const value = Number(text);
    const bound = value < least ? `greater than or equal to ${least}` : `less than or equal to ${most}`;
    if (value < least || value > most) {
      throw refused(`Invalid integer: must be ${bound}`, 'parameter_invalid_integer', param);
    }
    return value;
  };
}

/** One of the given words. */
export function oneOf<Word extends string>(...words: Word[]): ParameterReader<Word> {
  return (given, param) => {
    const text = textParameter()(given, param);
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw new StripeFailure(400, `Invalid ${param}: must be one of ${words.join(', ')}`, { param });
    }
    return word;
  };
}

/** An absolute http or https URL. */
export const url: ParameterReader<string> = (given, param) => {
  const text = textParameter()(given, param);
  if (!/^https?:\/\//i.test(text)) {
    throw refused('Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid', param);
  }
  if (!URL.canParse(text)) throw refused('Not a valid URL', 'url_invalid', param);
  return text;
};

/** A currency by its ISO code, in lower case. */
export const currency: ParameterReader<string> = (given, param) => {
  const code = textParameter()(given, param).toLowerCase();
  if (!Intl.supportedValuesOf('currency').includes(code.toUpperCase())) {
    throw new StripeFailure(400, `Invalid currency: ${code}.`, { param });
  }
  return code;
};

/** Parameters by name; unknown names are refused. */
export function object<Fields extends Shape>(fields: Fields): ParameterReader<ReadShape<Fields>> {
  return (given, param) => {
    if (!(given instanceof Map)) throw refused('Invalid object', 'parameter_invalid_hash', param);
    const nameOf = (name: string) => (param === '' ? name : `${param}[${name}]`);
    for (const name of given.keys()) {
      if (Object.hasOwn(fields, name)) continue;
      throw refused(`Received unknown parameter: ${nameOf(name)}`, 'parameter_unknown', nameOf(name));
    }
    const read = Object.entries(fields).map(([name, reader]) => [name, reader(given.get(name), nameOf(name))]);
    return Object.fromEntries(read) as ReadShape<Fields>;
  };
}

/** A list, in the order of its indexes. */
export function list<Value>(read: ParameterReader<Value>): ParameterReader<Value[]> {
  return (given, param) => {
    if (!(given instanceof Map) || [...given.keys()].some((key) => !/^\d+$/.test(key))) {
      throw refused('Invalid array', 'parameter_invalid_array', param);
    }
    return [...given].sort(([a], [b]) => Number(a) - Number(b)).map(([key, value]) => read(value, `${param}[${key}]`));
  };
}

/** Texts by names that the caller chooses: metadata. */
export const texts: ParameterReader<Record<string, string>> = (given, param) => {
  if (!(given instanceof Map)) throw refused('Invalid object', 'parameter_invalid_hash', param);
  return Object.fromEntries([...given].map(([name, value]) => [name, textParameter(500)(value, `${param}[${name}]`)]));
};
