import type { Builders, CommandContext } from '../commands/command-call.ts';
import { ruleNames } from './names.ts';
import { thenOf, whenOf } from './written-conditions.ts';

const namesIn = async ({ state, today, calendar }: CommandContext) => ruleNames(await state(), today, calendar);

/** The commands of rules, but for those about entries. They throw what `whenOf` and `thenOf` throw. */
export const ruleBuilders = {
  addRule: async ({ when, then, position, stop = false }, context) => {
    const names = await namesIn(context);
    return {
      type: 'AddRule',
      ruleId: context.newId('rule'),
      when: whenOf(when, names),
      then: thenOf(then, names),
      stop,
      isOn: true,
      position,
    };
  },
  changeRule: async ({ ruleId, when, then, stop, isOn }, context) => {
    const names = await namesIn(context);
    return {
      type: 'ChangeRule',
      ruleId,
      edit: {
        ...(when !== undefined && { when: whenOf(when, names) }),
        ...(then && { then: thenOf(then, names) }),
        ...(stop !== undefined && { stop }),
        ...(isOn !== undefined && { isOn }),
      },
    };
  },
  removeRule: ({ ruleId }) => ({ type: 'RemoveRule', ruleId }),
  orderRules: ({ ruleIds }) => ({ type: 'OrderRules', ruleIds }),
} satisfies Partial<Builders>;
