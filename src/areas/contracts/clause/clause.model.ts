import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { acceptors, clauseKinds, type Acceptor, type ClauseKind } from "./clause.labels.ts";

const wording = z.string().trim().max(20_000);
const fallback = z.object({
  text: wording.min(1, "Write the text that may be agreed to instead."),
  by: z.enum(names<Acceptor>(acceptors), "Say who may agree to it."),
});

/** What an agency writes of a clause. */
export const clauseInput = z.object({
  name: z.string().trim().min(1, "Name the clause.").max(120),
  kind: z.enum(names<ClauseKind>(clauseKinds), "Choose a kind."),
  ruleKey: z
    .string()
    .regex(/^clause\.[a-zA-Z0-9.]{1,70}$/, "Name a rule that begins with clause.")
    .nullable()
    .default(null),
  citation: z.string().trim().max(200).default(""),
  text: wording.default(""),
  changeable: z.boolean().default(true),
  fallbacks: z.array(fallback).max(5, "Five fallbacks at most.").default([]),
});
export type ClauseInput = z.output<typeof clauseInput>;

export const clauseRow = z
  .object({
    ...clauseInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "Clause" });
export type Clause = z.output<typeof clauseRow>;

/** A clause that the law or the agency's rules ask of a contract, and whether it has it. */
const requiredClause = z
  .object({
    ruleKey: z.string(),
    title: z.string(),
    citation: z.string(),
    because: z.string(),
    verified: z.boolean(),
    met: z.boolean(),
    /** The version in force of the library that meets it; null where the library has none. */
    clauseId: z.string().nullable(),
  })
  .meta({ id: "RequiredClause" });
export type RequiredClause = z.output<typeof requiredClause>;

/** A clause as it stands in a contract. */
const contractClauseRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    clauseId: z.string(),
    position: z.number(),
    name: z.string(),
    kind: z.enum(names<ClauseKind>(clauseKinds)),
    ruleKey: z.string().nullable(),
    citation: z.string(),
    versionNo: z.number(),
    changeable: z.boolean(),
    text: z.string(),
    source: z.enum(["library", "fallback", "negotiated"]),
    fallbackRank: z.number().nullable(),
    fallbacks: clauseInput.shape.fallbacks.removeDefault(),
    amendmentId: z.string().nullable(),
  })
  .meta({ id: "ContractClause" });
export type ContractClause = z.output<typeof contractClauseRow>;

/** The clauses of a contract or an amendment, and what rules ask of it. */
export const clauseStanding = z.object({
  items: z.array(contractClauseRow),
  required: z.array(requiredClause),
  canEdit: z.boolean(),
  version: z.number(),
});

/** A contract that is not signed yet and lacks clauses. */
export const lackingContract = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.string(),
    missing: z.array(z.object({ title: z.string(), citation: z.string() })),
  })
  .meta({ id: "ContractThatLacksClauses" });
export type LackingContract = z.output<typeof lackingContract>;

/** Two texts that differ in white space only are the same. */
export const sameText = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b);
const wordsOf = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();

/**
 * Who may agree to `text` in place of the clause's: by the fallback that says the same, its named
 * duty; else counsel. `rank`: of that fallback, null for a text of the other side's own.
 */
export const acceptorOf = (
  fallbacks: readonly { text: string; by: Acceptor }[],
  text: string,
): { by: Acceptor; rank: number | null } => {
  const at = fallbacks.findIndex((each) => sameText(each.text, text));
  return at < 0 ? { by: "counsel", rank: null } : { by: fallbacks[at]!.by, rank: at + 1 };
};
