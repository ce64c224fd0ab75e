/**
 * Classes of a menu that a button opens, of its items, and of the rule between them. Only an open menu is animated:
 * Radix keeps a closed one until its animation has ended, and where motion is reduced that may have been before.
 */
export const MENU = [
  'z-6 min-w-48 rounded-float border border-rule-strong bg-raised py-1 shadow-(--shadow-pop)',
  'data-[state=open]:animate-appear',
].join(' ');

export const MENU_ITEM = [
  'flex min-h-10 cursor-pointer items-center px-3 outline-none touch:min-h-11',
  'data-highlighted:bg-hover data-highlighted:shadow-[inset_3px_0_0_var(--accent)]',
  'data-disabled:cursor-not-allowed data-disabled:opacity-50',
].join(' ');

export const MENU_RULE = 'my-1 h-px bg-rule';
