import { randomInt } from 'node:crypto';

/** Without what is easily mistaken for another one. 16 of them are more than 70 bits. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

const group = () => Array.from({ length: GROUP_CHARACTERS }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** A random text of four groups of four letters and digits, such as `k3fm-9xqa-…`: a password, or a recovery code. */
export const newPassword = (): string => Array.from({ length: GROUPS }, group).join('-');
