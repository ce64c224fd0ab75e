import { randomInt } from 'node:crypto';

/** Without characters that are easily mistaken for one another: each is almost 5 bits. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const GROUP_CHARACTERS = 4;

const group = () => Array.from({ length: GROUP_CHARACTERS }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** A random text of groups of four letters and digits, such as `k3fm-9xqa-…`: as a password of four, of 79 bits. */
export const newPassword = (groups = PASSWORD_GROUPS): string => Array.from({ length: groups }, group).join('-');
