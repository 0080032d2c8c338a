import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Change, Proposal } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import type { z } from "zod";
import type { adviceAnswer } from "../method/advice.model.ts";
import { methods, type Method } from "../method/method.labels.ts";
import type { Account, DraftLine } from "./draft.model.ts";
import type { Need } from "./need.model.ts";

type Choice = { value: string; label: string };
/** Everything that the answer to a need is made of. */
export type Answered = {
  need: Need;
  lines: readonly DraftLine[];
  departmentId: string;
  departments: readonly Choice[];
  places: readonly Choice[];
  accounts: readonly Account[];
  codes: readonly (readonly Choice[])[];
  vendorId: string | null;
  vendor: string;
  advice: z.output<typeof adviceAnswer> | null;
};

const accountChoice = ({ id, code, label, available }: Account): Choice => ({
  value: id,
  label: `${code} ${label}${available === null ? "" : `, ${formatCents(available)} left`}`,
});

const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? "";

const titleOf = (lines: readonly DraftLine[]): string => {
  const names = lines.map(({ description }, at) =>
    at === 0 ? description : description.charAt(0).toLowerCase() + description.slice(1),
  );
  const said =
    names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]!;
  return said.length <= 200 ? said : `${names[0]!.slice(0, 150)} and ${names.length - 1} more`;
};

const typed = (label: string, path: string, to: string, over: Partial<Change> = {}): Change => ({
  ...{ label, path, from: "", to, ...over },
});
const chosen = (
  label: string,
  path: string,
  value: string,
  choices: readonly Choice[],
  over: Partial<Change> = {},
): Change => ({ label, path, from: "", to: labelOf(choices, value), value, choices, ...over });

const headOf = (answered: Answered): Change[] => {
  const { need, lines, departmentId, departments, places, advice, vendorId, vendor } = answered;
  const allowed = advice?.advice ? [advice.advice.method, ...advice.advice.alternatives] : [];
  return [
    typed("What is needed", "title", titleOf(lines)),
    typed("Needed on", "neededOn", need.neededOn ?? ""),
    chosen("Department", "departmentId", departmentId, departments),
    chosen("Deliver to", "placeId", need.placeId ?? "", places, { optional: true }),
    ...(allowed.length > 0
      ? [
          chosen(
            "Method",
            "method",
            advice!.advice!.method,
            allowed.map((method) => ({ value: method, label: methods[method as Method] })),
            { optional: true },
          ),
        ]
      : []),
    ...(vendorId
      ? [
          chosen("Suggested vendor", "vendorId", vendorId, [{ value: vendorId, label: vendor }], {
            optional: true,
          }),
        ]
      : []),
    typed("Why it is needed", "justification", need.purpose, { optional: true }),
  ];
};

const lineChanges = (answered: Answered, line: DraftLine, at: number): Change[] => {
  const group = `Line ${at + 1}: ${line.description}`;
  const path = `lines.${at}`;
  const accounts = answered.accounts.map(accountChoice);
  const own = line.account;
  const all = own && !accounts.some(({ value }) => value === own.id);
  return [
    typed("Quantity", `${path}.quantity`, line.quantity, { group }),
    typed("Unit", `${path}.unit`, line.unit, { group }),
    typed("Unit price, $", `${path}.unitPrice`, line.unitPrice, { group }),
    chosen("Commodity", `${path}.commodityCode`, line.commodityCode, answered.codes[at]!, {
      group,
      optional: true,
    }),
    chosen(
      "Account",
      `${path}.splits.0.accountStringId`,
      own?.id ?? "",
      all ? [accountChoice(own), ...accounts] : accounts,
      { group },
    ),
    typed("Description", `${path}.description`, line.description, { group }),
  ];
};

const proposalOf = (answered: Answered): Proposal => {
  const { need, lines, advice } = answered;
  return {
    label: "Save it as a draft",
    endpoint: "POST /api/v1/requisitions",
    params: {},
    body: {
      title: titleOf(lines),
      justification: need.purpose,
      departmentId: answered.departmentId,
      neededOn: need.neededOn ?? "",
      ...{ placeId: need.placeId, vendorId: answered.vendorId, deliverTo: "" },
      method: advice?.advice?.method ?? null,
      lines: lines.map(({ description, quantity, unit, unitPrice, commodityCode, account }) => ({
        ...{ description, quantity, unit, unitPrice, commodityCode: commodityCode || null },
        splits: [{ accountStringId: account?.id ?? "", percent: "100" }],
      })),
    },
    record: null,
    changes: [...headOf(answered), ...lines.flatMap((line, at) => lineChanges(answered, line, at))],
  };
};

const whyOf = ({ need, lines, departmentId, advice }: Answered): string[] => {
  const near = advice?.near.count ?? 0;
  return [
    ...lines.map(
      ({ description, said }, at) => `Line ${at + 1}, ${description}: ${said.join(" ")}`,
    ),
    ...(need.neededOn ? [] : ["You name no day: enter when it is needed."]),
    ...(departmentId ? [] : ["You have not asked for anything yet: choose the department."]),
    ...(advice?.advice
      ? [
          `${methods[advice.advice.method as Method]}: ${advice.advice.reason}${near > 0 ? ` ${counted(near, "like purchase")} of the last months ${near === 1 ? "counts" : "count"} with it.` : ""}`,
        ]
      : ["No price is known yet, so no method is advised."]),
    ...(need.more > 0
      ? [`${counted(need.more, "more line")} was not read: ask for them apart.`]
      : []),
  ];
};

const ruleOf = ({ advice }: Answered): Found["sources"] =>
  advice?.advice
    ? [
        {
          kind: "rule",
          label: methods[advice.advice.method as Method],
          citation: advice.advice.citation,
          says: advice.advice.demands.join(" "),
        },
      ]
    : [];

/** The answer to a need: the draft of a requisition, with the record from which each value came. */
export const foundFor = (answered: Answered, subject: Found["subject"]): Found => {
  const { need, lines } = answered;
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const open = lines.filter((line) => !line.unitPrice || !line.quantity).length;
  const money = cents > 0 ? `, ${formatCents(cents)}` : "";
  const rest = open > 0 ? `; ${counted(open, "line has", "lines have")} no amount yet` : "";
  const day = need.neededOn ? ` by ${formatDate(need.neededOn)}` : "";
  return {
    ...{ key: `asked:${subject.id}`, subject, cents, since: null, dueOn: need.neededOn },
    what: `${titleOf(lines)}${day}: ${counted(lines.length, "line")}${money}${rest}.`,
    why: whyOf(answered).join("\n"),
    sources: [
      ...new Map(
        [...lines.flatMap(({ sources }) => sources), ...ruleOf(answered)].map((source) => [
          source.label + source.says,
          source,
        ]),
      ).values(),
    ],
    proposal: proposalOf(answered),
  };
};

/** What is said where nothing in the words can be bought. */
export const foundNothing = (subject: Found["subject"]): Found => ({
  ...{ key: `asked:${subject.id}`, subject, cents: 0, since: null, dueOn: null },
  what: "Nothing in this reads as something to buy.",
  why: "Say what, how many, by when and for where, such as: 40 tons of road salt by Friday for the north yard.",
  ...{ sources: [], proposal: null },
});
