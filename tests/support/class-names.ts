import { parseSync } from 'vite';

/** A file with its path from the root. */
export type SourceFile = { path: string; text: string };

/** A class name and the file that names it. */
export type ClassName = { path: string; name: string };

/** A node of a syntax tree. */
type Node = { type: string; [key: string]: unknown };

/** Class names in an expression, and the names of constants and functions that it takes others from. */
type Found = { classes: string[]; references: string[] };

const NOTHING: Found = { classes: [], references: [] };
const together = (found: Found[]): Found => ({
  classes: found.flatMap(({ classes }) => classes),
  references: found.flatMap(({ references }) => references),
});

/** Attributes and properties that hold class names, such as `className`. */
const HOLDS_CLASSES = /^(class|className|classNames|\w+ClassNames?)$/;
/** Functions whose arguments are all class names. */
const JOINS_CLASSES = new Set(['cn', 'cx', 'clsx']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn);
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? '');
};

/** A node and all nodes in it. */
const allNodes = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(allNodes)];

/** Values of an object literal's properties, or of one of them. */
const valuesOf = (node: unknown, name?: string): Node[] =>
  nodesIn((node as Node | undefined)?.properties)
    .filter(({ key }) => name === undefined || nameOf(key) === name)
    .flatMap(({ value }) => nodesIn(value));

const classesInAll = (nodes: unknown): Found => together(nodesIn(nodes).map(classesIn));

/** The classes that an expression consists of. What only chooses between them does not count. */
function classesIn(node: Node): Found {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? wordsOf(node.value) : NOTHING;
    case 'TemplateLiteral':
      return together([templateClasses(node), classesInAll(node.expressions)]);
    case 'ConditionalExpression':
      return together([classesInAll(node.consequent), classesInAll(node.alternate)]);
    case 'LogicalExpression':
      return together([node.operator === '&&' ? NOTHING : classesInAll(node.left), classesInAll(node.right)]);
    case 'BinaryExpression':
      return together([classesInAll(node.left), classesInAll(node.right)]);
    case 'ArrayExpression':
      return classesInAll(node.elements);
    case 'ObjectExpression':
      return together(valuesOf(node).map(classesIn));
    case 'CallExpression':
      return callClasses(node);
    case 'Identifier':
      return { classes: [], references: [nameOf(node)] };
    case 'MemberExpression':
      return HOLDS_CLASSES.test(nameOf(node.property)) ? NOTHING : classesInAll(node.object);
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return classesInAll(returnedBy(node));
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return classesInAll(node.expression);
    default:
      return NOTHING;
  }
}

const wordsOf = (text: string): Found => ({ classes: text.split(/\s+/).filter(Boolean), references: [] });

/** Stands for an expression in the words of a template. No class has it. */
const EXPRESSION = '…';

/** The words of a template. A word that an expression is part of is `text-…`, and so no class. */
function templateClasses({ quasis }: Node): Found {
  const text = nodesIn(quasis).map(({ value }) => (value as { cooked: string }).cooked);
  const { classes } = wordsOf(text.join(EXPRESSION));
  return { classes: classes.filter((word) => word !== EXPRESSION), references: [] };
}

/** `[…].join(' ')` consists of the array's classes, and the call of a function of those that the function returns. */
function callClasses({ callee, arguments: given }: Node): Found {
  const [called] = nodesIn(callee);
  if (called?.type === 'MemberExpression') return classesInAll(called.object);
  if (JOINS_CLASSES.has(nameOf(called))) return classesInAll(given);
  return called ? classesIn(called) : NOTHING;
}

function returnedBy({ body }: Node): Node[] {
  const [block] = nodesIn(body);
  if (block?.type !== 'BlockStatement') return block ? [block] : [];
  return allNodes(block)
    .filter(({ type }) => type === 'ReturnStatement')
    .flatMap(({ argument }) => nodesIn(argument));
}

/** The class names that stand at a node, if it is a place for class names. */
function classesAt(node: Node): Found {
  switch (node.type) {
    case 'JSXAttribute':
      return HOLDS_CLASSES.test(nameOf(node.name)) ? classesInAll(node.value) : NOTHING;
    case 'Property':
      return HOLDS_CLASSES.test(nameOf(node.key)) ? classesInAll(node.value) : NOTHING;
    case 'AssignmentExpression':
      return HOLDS_CLASSES.test(nameOf((node.left as Node).property)) ? classesInAll(node.right) : NOTHING;
    case 'CallExpression':
      return classesGivenTo(nameOf(node.callee), nodesIn(node.arguments));
    default:
      return NOTHING;
  }
}

function classesGivenTo(called: string, [first, second]: Node[]): Found {
  if (called === 'buttonClass') return classesInAll(second);
  if (called !== 'cva') return NOTHING;
  const choices = valuesOf(second, 'variants').flatMap((variants) => valuesOf(variants));
  return classesInAll([first, ...choices]);
}

/** The declarations of a name in a file: constants or functions. */
function declarationsOf(nodes: Node[], name: string): Node[] {
  return nodes.flatMap((node) => {
    if (nameOf(node.id) !== name) return [];
    return node.type === 'VariableDeclarator' ? nodesIn(node.init) : node.type === 'FunctionDeclaration' ? [node] : [];
  });
}

const imports = (nodes: Node[], name: string) =>
  nodes.some(({ type, local }) => type === 'ImportSpecifier' && nameOf(local) === name);

/**
 * Every class name that files name: in attributes and properties like `className`, in `cva` and `buttonClass`, and in
 * the constants and functions that these refer to, in the same file or imported by their own name. `class` as a
 * property of `compoundVariants` counts, and kinds, sizes and conditions do not.
 */
export function classNamesIn(sources: readonly SourceFile[]): ClassName[] {
  const files = sources.map(({ path, text }) => ({
    path,
    nodes: allNodes(parseSync(path, text).program as unknown as Node),
  }));
  const named: ClassName[] = [];
  const seen = new Set<string>();
  const queue = files.map((file) => ({ file, ...together(file.nodes.map(classesAt)) }));
  for (const { file, classes, references } of queue) {
    named.push(...classes.map((name) => ({ path: file.path, name })));
    for (const name of new Set(references)) {
      const declaring = imports(file.nodes, name) ? files : [file];
      for (const each of declaring) {
        const key = `${each.path} ${name}`;
        if (!seen.has(key)) queue.push({ file: each, ...classesInAll(declarationsOf(each.nodes, name)) });
        seen.add(key);
      }
    }
  }
  return named;
}

/** The class selectors and the utilities that style sheets have, with the sheets. */
export function styledNames(sheets: readonly SourceFile[]): { selectors: ClassName[]; utilities: ClassName[] } {
  const preludes = sheets.flatMap(({ path, text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'/g, '');
    return [...code.matchAll(/([^{};]*)\{/g)].map(([, prelude = '']) => ({ path, prelude: prelude.trim() }));
  });
  return {
    selectors: preludes
      .filter(({ prelude }) => !prelude.startsWith('@'))
      .flatMap(({ path, prelude }) =>
        [...prelude.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => ({ path, name })),
      ),
    utilities: preludes.flatMap(({ path, prelude }) => {
      const [, name] = /^@utility\s+(\S+)/.exec(prelude) ?? [];
      return name === undefined ? [] : [{ path, name }];
    }),
  };
}

/** A class name without its variants: `note` of `max-sm:note`. */
export const withoutVariants = (name: string): string =>
  name
    .replace(/\[[^\]]*\]|\([^)]*\)/g, '')
    .split(':')
    .at(-1) ?? '';
