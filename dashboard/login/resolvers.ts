import { zodResolver } from '@hookform/resolvers/zod';
import { loginInput, registerInput } from '../../contract/account.ts';

/** What the contract asks of the two forms outside the books. */
export const loginResolver = zodResolver(loginInput);
export const registerResolver = zodResolver(registerInput);
