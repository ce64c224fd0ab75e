/** The prototypes of the language whose methods count as steps. */
const PROTOTYPES: readonly object[] = [
  ...[Array.prototype, Map.prototype, Set.prototype, String.prototype, RegExp.prototype, Date.prototype],
  ...[[].values(), new Map().values(), new Set().values(), 'text'[Symbol.iterator]()].map(
    (iterator) => Object.getPrototypeOf(iterator) as object,
  ),
];

type Method = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Counts the steps of synchronous work: the calls of methods of arrays, maps, sets, texts, days and their iterators,
 * and of the functions that they are given. The number depends on the code and its input alone, so that a test can
 * limit it on any machine. Arithmetic between these calls, and the time within a regular expression, are no steps.
 */
export function stepsOf(work: () => unknown): number {
  let steps = 0;
  let isCounting = true;
  const counted = (method: Method): Method =>
    function (...values) {
      if (!isCounting) return Reflect.apply(method, this, values);
      isCounting = false;
      steps += 1;
      const given = values.length;
      for (let index = 0; index < given; index += 1) {
        const value = values[index];
        if (typeof value !== 'function') continue;
        values[index] = function (this: unknown, ...inner: unknown[]) {
          steps += 1;
          isCounting = true;
          try {
            return Reflect.apply(value as Method, this, inner);
          } finally {
            isCounting = false;
          }
        };
      }
      try {
        return Reflect.apply(method, this, values);
      } finally {
        isCounting = true;
      }
    };
  const methods = PROTOTYPES.flatMap((prototype) =>
    Reflect.ownKeys(prototype).flatMap((key) => {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
      const isMethod = typeof descriptor?.value === 'function' && key !== 'constructor' && descriptor.writable;
      return isMethod ? [{ prototype, key, descriptor }] : [];
    }),
  );
  const changed = methods.map(({ prototype, key, descriptor }) => ({
    ...{ prototype, key, descriptor },
    replacement: { ...descriptor, value: counted(descriptor.value as Method) },
  }));
  // Without methods of arrays from here on: they are counted.
  for (let index = 0; index < changed.length; index += 1) {
    const each = changed[index] as (typeof changed)[number];
    Object.defineProperty(each.prototype, each.key, each.replacement);
  }
  try {
    work();
  } finally {
    isCounting = false;
    for (let index = 0; index < changed.length; index += 1) {
      const each = changed[index] as (typeof changed)[number];
      Object.defineProperty(each.prototype, each.key, each.descriptor);
    }
  }
  return steps;
}
