import type { Verdict } from "#kernel/control.ts";
import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";

export type ClauseControlFacts = {
  issued: Day | null;
  federal: boolean;
  underContract: boolean;
  /** Titles of the clauses that the rules of the day ask of such an order, by their key. */
  asked: Readonly<Record<string, string>>;
  /** Keys of the clauses on the order, or in the solicitation that it came from. */
  present: readonly string[];
  /** Why the solicitation leaves clauses out, by their key. */
  leftOut: Readonly<Record<string, string>>;
};

/**
 * An order on federal money bears the clauses that rules ask for (2 CFR 200.327, appendix II), or its
 * solicitation says why one is left out. The clauses of a contract are judged with it.
 */
export const judgeOrderClauses = (facts: ClauseControlFacts): Verdict => {
  const { issued, federal, underContract, asked, present, leftOut } = facts;
  if (issued === null)
    return { answer: "not_applicable", said: "Clauses are put on an order as it goes out." };
  if (!federal) return { answer: "not_applicable", said: "No federal award pays for it." };
  if (underContract)
    return { answer: "not_applicable", said: "Its clauses are those of a contract." };
  const keys = Object.keys(asked);
  if (keys.length === 0)
    return { answer: "unknown", said: "No rule says which clauses were asked for on that day." };
  const missing = keys.filter((key) => !present.includes(key) && !leftOut[key]?.trim());
  if (missing.length > 0)
    return {
      answer: "fail",
      said: `${counted(missing.length, "clause")} of ${keys.length} missing: ${missing.map((key) => asked[key]).join("; ")}.`,
    };
  const out = keys.filter((key) => !present.includes(key));
  return {
    answer: "pass",
    said:
      out.length === 0
        ? `${counted(keys.length, "clause")}, all there.`
        : `${counted(keys.length, "clause")}, ${out.length} left out with a reason: ${out.map((key) => asked[key]).join("; ")}.`,
  };
};
