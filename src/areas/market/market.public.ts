export { protestStatuses } from "./protest/protest.labels.ts";
