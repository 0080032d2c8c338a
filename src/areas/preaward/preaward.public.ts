export { amount, ask, oneOf, short, sumOf } from "./federal-form/asked.ts";
