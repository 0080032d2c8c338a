import { ownOrShipped, type Rule } from "#areas/governance/governance.public.ts";
import type { Day } from "#kernel/time.ts";

/**
 * A figure of the agency's own policy on a day: the most that its own rules of the key set, the
 * product's default without one. Null where no rule of the key holds that day.
 */
export const figureOn = (
  rules: readonly Rule[],
  key: string,
  name: string,
  day: Day,
): number | null => {
  const found = ownOrShipped(rules, key, day).flatMap(({ parameters }) =>
    typeof parameters[name] === "number" ? [parameters[name]] : [],
  );
  return found.length > 0 ? Math.max(...found) : null;
};
