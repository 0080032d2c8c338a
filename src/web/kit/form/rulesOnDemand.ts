import type { FieldValues, Resolver } from "react-hook-form";
import { onDemand } from "../onDemand.ts";

/**
 * The rules of a form (`resolver` of Form) without zod in the screen: they load while it is filled
 * in, and sending waits for them. Should they not come, the values go
 * out as they are: the server holds the same rules and names the fields.
 */
export const rulesOnDemand = <T extends FieldValues>(
  fetchRules: () => Promise<Resolver<T>>,
): Resolver<T> => {
  const rules = onDemand(fetchRules);
  return async (values, context, options) => {
    const resolve = await rules.load().catch(() => null);
    return resolve ? resolve(values, context, options) : { values, errors: {} };
  };
};
