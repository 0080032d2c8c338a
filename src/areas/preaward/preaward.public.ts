export { amount, ask, blankUnless, oneOf, short, sumOf } from "./federal-form/asked.ts";
