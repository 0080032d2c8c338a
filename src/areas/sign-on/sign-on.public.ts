export { refusalText } from "./attempt/refusals.labels.ts";
