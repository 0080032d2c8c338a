/**
 * Kinds of values that a copy for practice replaces by made-up ones of the same form. Columns of one
 * kind in a table belong together: a sealed number, its digest and its last digits.
 */
export type MadeUp = "tax" | "account" | "address" | "phone" | "mail" | "name";

/** Columns, each with the sentence that says why. */
type Why = Readonly<Record<string, string>>;

/**
 * What of a table goes into an agency's export: `whole`; without columns, each with its reason, or
 * without rows (`rows` is SQL of those that go, `t` being the table); or nothing of it.
 */
type Leaves = "whole" | { without?: Why; rows?: { those: string; why: string } } | { not: string };
/**
 * What of a table a copy for practice holds: everything; with made-up values in some columns, other
 * values in some (`set`, SQL, `t` being the table), some rows only, or without the contents of files
 * (`papers`, SQL of their ids); or nothing, with the reason. In SQL
 * `$1` is the agency, `:copy` its copy, `:members` the people chosen, `:papers` every file without its content,
 * `:blank` the content that it has instead. What does not leave is null.
 */
export type Copied =
  | "as it is"
  | {
      madeUp?: Readonly<Record<string, MadeUp>>;
      set?: Readonly<Record<string, string>>;
      rows?: string;
      papers?: string;
    }
  | { not: string };
/**
 * What becomes of its rows when the agency ends: they are deleted, kept with a reason, or the function
 * named says it, because rows of other agencies or of nobody stand in the table as well.
 */
type Ends = "deleted" | { kept: string } | { by: string };

/** What becomes of a table of agencies when one takes its records along, practises on a copy, or ends. */
export type AgencyTable = {
  table: string;
  leaves: Leaves;
  copied: Copied;
  ends: Ends;
  /** Columns that look like secrets and are none, each with what they are. */
  plain?: Why;
};

/** Tables that leave whole, are copied as they are, and whose rows are deleted. */
export const goAlong = (...tables: readonly string[]): AgencyTable[] =>
  tables.map((table) => ({ table, leaves: "whole", copied: "as it is", ends: "deleted" }));

/** A table with an exception; what is not said is as `goAlong` has it. */
export const apart = (table: string, rule: Partial<Omit<AgencyTable, "table">>): AgencyTable => ({
  table,
  leaves: "whole",
  copied: "as it is",
  ends: "deleted",
  ...rule,
});

/** Tables of which nothing leaves and nothing is copied, for one reason. */
export const stayBehind = (why: string, ...tables: readonly string[]): AgencyTable[] =>
  tables.map((table) => ({ table, leaves: { not: why }, copied: { not: why }, ends: "deleted" }));

export const sealedHere =
  "Sealed with the key of this installation, which nobody else has. Its last digits leave.";
export const secretHere =
  "A secret of this installation and of another system: whoever has it acts for the agency here.";
export const linkOf = "Opens something here without signing in, and nothing anywhere else.";
export const noWayIn = "A copy for practice has no way in or out but its own members.";
