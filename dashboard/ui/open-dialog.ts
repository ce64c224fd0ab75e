/** Selector of dialogs that are open, without those that only disappear. */
export const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"]):not([data-state="closed"])';
