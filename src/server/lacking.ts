import { notAllowed, type Problem } from "#kernel/errors.ts";
import { whoMay } from "#roles.ts";

/**
 * 403 for want of every one of these permissions; names the duties and roles that hold one. `what`
 * says it in other words than "this".
 */
export const lacks = (names: readonly string[], what = "this"): Problem =>
  notAllowed(`Your role does not allow ${what}. ${whoMay(names)}`.trim());
