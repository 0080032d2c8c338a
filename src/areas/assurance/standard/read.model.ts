import { invalid } from "#kernel/errors.ts";

/** A clause as a file has it; its parent stands before it, by its place among the clauses. */
export type ReadClause = {
  parent: number | null;
  kind: "group" | "clause";
  number: string;
  title: string;
  text: string;
  class: string;
  withdrawn: boolean;
  more: { guidance: string; examples: readonly string[]; methods: string };
};

/** A standard as a file has it, and by name what of the file was not understood. */
export type StandardRead = {
  title: string;
  edition: string;
  clauses: ReadClause[];
  unknown: readonly string[];
};

/** An edition has so many clauses at the most. */
export const mostClauses = 20_000;

/** Refuses a file whole, with the place. */
export const refuse = (at: string, why: string) =>
  invalid("standard_refused", `${at}: ${why} Nothing was taken in.`, [{ path: at, message: why }]);
