import { z } from "zod";
import type { PublishCheck } from "#kernel/definition.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import {
  measures,
  ownAccount,
  postingEvents,
  sides,
  type Measure,
  type PostingEvent,
} from "./rules.labels.ts";

const ruleLine = z.object({
  event: z.enum(names(postingEvents)),
  side: z.enum(names(sides)),
  /** The code of an account of the general ledger, or that of the record's own account string. */
  account: z.string().trim().toUpperCase().min(1, "Choose an account.").max(20),
  measure: z.enum(names(measures)),
});
export type RuleLine = z.output<typeof ruleLine>;

export const rulesInput = z.object({
  name: z.string().trim().min(1, "Name the rules.").max(120),
  rules: z.array(ruleLine).min(2, "Say how an event is posted.").max(200),
});

// The whole bill is what is owed now and what is withheld of it: two parts in which any measure can
// be written.
const parts: Record<Measure, readonly [number, number]> = {
  amount: [1, 0],
  net: [1, 0],
  retained: [0, 1],
  gross: [1, 1],
};

/** Whether debits and credits of an event are the same whatever its amounts are. */
export const isBalanced = (lines: readonly RuleLine[]): boolean =>
  [0, 1].every(
    (at) =>
      lines.reduce((sum, l) => sum + (l.side === "debit" ? 1 : -1) * parts[l.measure][at]!, 0) ===
      0,
  );

const measuresOf = (event: PostingEvent): readonly Measure[] => postingEvents[event].measures;
const has = (event: PostingEvent, line: RuleLine) => measuresOf(event).includes(line.measure);

/**
 * What must hold before posting rules are published: every line names a measure that its event has and
 * an account of the chart, and no event can unbalance a fund. `codes`: the accounts of the general
 * ledger in use.
 */
export const rulesChecks = (
  rules: readonly RuleLine[],
  codes: ReadonlySet<string>,
): PublishCheck[] =>
  names(postingEvents).flatMap((event): PublishCheck[] => {
    const lines = rules.filter((l) => l.event === event);
    if (lines.length === 0) return [];
    const label = postingEvents[event].label;
    const strange = lines.find((l) => !has(event, l));
    const unknown = lines.find((l) => l.account !== ownAccount && !codes.has(l.account));
    const owned = postingEvents[event].own || lines.every((l) => l.account !== ownAccount);
    return [
      {
        sentence: `${label}: debits and credits are the same amount.`,
        ok: isBalanced(lines),
        path: "rules",
      },
      {
        sentence: strange
          ? `${label} has no amount named ${measures[strange.measure]}.`
          : `${label} names amounts that it has.`,
        ok: !strange,
        path: "rules",
      },
      {
        sentence: unknown
          ? `${unknown.account} is no account of the general ledger in use (${label}).`
          : `${label} names accounts of the chart.`,
        ok: !unknown,
        path: "rules",
      },
      {
        sentence: owned
          ? `${label} names accounts that it has.`
          : `${label} has no account string of its own: name an account.`,
        ok: owned,
        path: "rules",
      },
    ];
  });

const pair = (
  event: PostingEvent,
  debit: string,
  credit: string,
  measure: Measure = "amount",
): RuleLine[] => [
  { event, side: "debit", account: debit, measure },
  { event, side: "credit", account: credit, measure },
];

/**
 * The rules that an agency begins with, as governmental funds post them (budgetary accounts for
 * appropriations, estimated revenues and encumbrances), over the accounts that `code` names by role.
 */
export const usualRules = (code: (role: string) => string): RuleLine[] => [
  ...pair("appropriation", code("budgetaryBalance"), code("appropriations")),
  ...pair("estimate", code("estimated"), code("budgetaryBalance")),
  ...pair("encumbrance", code("encumbrances"), code("reserve")),
  { event: "invoice", side: "debit", account: ownAccount, measure: "gross" },
  { event: "invoice", side: "credit", account: code("vouchers"), measure: "net" },
  { event: "invoice", side: "credit", account: code("retainage"), measure: "retained" },
  ...pair("payroll", ownAccount, code("payroll")),
  ...pair("transfer", ownAccount, code("cash")),
  ...pair("allocation", ownAccount, code("cash")),
  ...pair("receipt", code("cash"), ownAccount),
  ...pair("payment", code("vouchers"), code("cash")),
  ...pair("discount", code("vouchers"), code("discounts")),
  ...pair("interest", code("interest"), code("cash")),
  ...pair("void", code("cash"), code("vouchers")),
  ...pair("return", code("cash"), code("vouchers")),
  ...pair("release", code("retainage"), code("vouchers")),
];

export const rulesRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    name: z.string(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
    rules: z.array(ruleLine),
  })
  .meta({ id: "PostingRules" });
export type RulesRow = z.output<typeof rulesRow>;
