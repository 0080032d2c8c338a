export type { Planted } from "./planted.model.ts";
export type { Absent } from "./absent.ts";
export const planted = 1;
