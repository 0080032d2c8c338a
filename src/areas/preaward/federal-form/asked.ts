import type { Logic } from "#kernel/logic/logic.ts";
import { blankField, type FieldKind, type FormField } from "#areas/forms/forms.public.ts";

type More = Partial<Omit<FormField, "key" | "kind" | "label">>;

/** A question of a federal form. */
export const ask = (key: string, kind: FieldKind, label: string, more: More = {}): FormField => ({
  ...blankField(key, kind, label),
  ...more,
});

/** Text of so many characters at most, as the form's schema takes it. */
export const short = (key: string, label: string, most: number, more: More = {}): FormField =>
  ask(key, "text", label, { pattern: `.{1,${most}}`, ...more });

export const oneOf = (key: string, label: string, of: readonly string[], more: More = {}) =>
  ask(key, "choice", label, { options: of.map((value) => ({ value, label: value })), ...more });

/** An answer as a number in a rule: none is zero. */
export const amount = (key: string): Logic => ({ if: [{ var: key }, { var: key }, 0] });
export const sumOf = (keys: readonly string[]): Logic => ({ "+": keys.map(amount) });
export const is = (key: string, value: string): Logic => ({ "==": [{ var: key }, value] });

const answered = (key: string): Logic => ({ "!=": [{ var: key }, null] });
/** What a form works out, and leaves blank as long as none of its parts was answered. */
export const blankUnless = (keys: readonly string[], then: Logic): Logic => ({
  if: [{ or: keys.map(answered) }, then, null],
});
/** A sum that stays blank, as the form wants it, where none of its parts was answered. */
export const sumOrBlank = (keys: readonly string[]): Logic => blankUnless(keys, sumOf(keys));
/** What is left of one amount after another; blank without either. */
export const restOrBlank = (from: string, taken: string): Logic =>
  blankUnless([from, taken], { "-": [amount(from), amount(taken)] });
