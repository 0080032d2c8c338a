/** What other areas may use of this one, anywhere. */
export { dayOfUse } from "./usage/usage.model.ts";
