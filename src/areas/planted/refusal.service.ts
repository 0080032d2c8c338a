import { conflict } from "#kernel/errors.ts";
export const planted = () => conflict("planted_refusal", "Nothing provokes this.");
