import type { Tx } from "#server/db/db.ts";
export { planted } from "./circle.ts";
export type Planted = Tx;
