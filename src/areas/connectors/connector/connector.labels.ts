import { lifecycle } from "#kernel/lifecycle.ts";
import { weekdayName } from "#kernel/weekday-names.ts";

export type ConnectorKind =
  | "file"
  | "rest"
  | "grants-gov"
  | "common-grants"
  | "sam-exclusions"
  | "sam-opportunities"
  | "ocds"
  | "list"
  | "push";
export type Every = "hour" | "day" | "week";
export type ConnectorStatus = "draft" | "tested" | "active" | "failing" | "paused" | "retired";
export type RunOutcome =
  | "running"
  | "checked"
  | "done"
  | "unchanged"
  | "stopped"
  | "asks"
  | "failed"
  | "waits"
  | "sent"
  | "unknown";
export type Paging = "none" | "page" | "cursor" | "link";
/**
 * How a REST source is read: where its items stand, their fields, how pages follow, and which field
 * says how new an item is; of a list that goes out, which one and how it is sent.
 */
export type ConnectorSettings = {
  items: string;
  fields: string[];
  paging: Paging;
  parameter: string;
  cursor: string;
  /** The path of the field whose highest value is kept, and the parameter that asks from there. */
  watermark: string;
  since: string;
  list: string;
  query: string;
  method: "PUT" | "POST";
};

export const connectorKinds: Readonly<Record<ConnectorKind, string>> = {
  file: "CSV or Excel file at an address",
  rest: "REST interface that answers JSON",
  "grants-gov": "Grants.gov (search2 and fetchOpportunity)",
  "common-grants": "CommonGrants source",
  "sam-exclusions": "SAM.gov exclusions extract (CSV)",
  "sam-opportunities": "SAM.gov contract opportunities (v2 search)",
  ocds: "OCDS releases or records of another agency",
  list: "A list of ours that is sent out as CSV",
  push: "A destination that takes files of ours, such as journal batches",
};

/** Kinds of imports that a clock may run: nothing about people and rights. */
export const importerKinds: Readonly<Record<string, string>> = {
  vendors: "Vendors",
  commodities: "Commodity codes",
  "budget-lines": "Budget lines",
  invoices: "Invoices",
  contracts: "Contracts",
  "grant-opportunities": "Grant opportunities",
  "exclusion-list": "Exclusion list that vendors are screened against",
  "ocds-awards": "Awards of other agencies",
  "fema-declarations": "Declarations of OpenFEMA",
  "fema-projects": "Funded projects of OpenFEMA",
  "fema-mitigation": "Mitigation projects of OpenFEMA",
  "federal-opportunities": "Federal contract opportunities",
  "fms-actuals": "Documents of the finance system, as entries to be posted",
  "fms-answers": "Answers of the finance system to batches",
  "fms-codes": "Chart of the finance system",
  "fms-balances": "Balances of the finance system",
  "list-out": "Nothing: a list goes out",
  "files-out": "Nothing: files go out",
};

/** What a kind brings in where it can be nothing else. */
export const onlyImports: Readonly<Partial<Record<ConnectorKind, string>>> = {
  "grants-gov": "grant-opportunities",
  "common-grants": "grant-opportunities",
  "sam-exclusions": "exclusion-list",
  "sam-opportunities": "federal-opportunities",
  ocds: "ocds-awards",
  list: "list-out",
  push: "files-out",
};

export const everies: Readonly<Record<Every, string>> = {
  hour: "Every hour",
  day: "Every day",
  week: "Every week",
};

/** When a connector runs, in words: `Every week on Monday at 02:30`. */
export const scheduleOf = ({
  kind,
  every,
  weekDay,
  runAt,
}: {
  kind: ConnectorKind;
  every: Every;
  weekDay: number;
  runAt: string;
}): string =>
  kind === "push"
    ? "Whenever somebody sends a file there"
    : every === "hour"
      ? `Every hour at minute ${runAt.slice(3)}`
      : `${everies[every]}${every === "week" ? ` on ${weekdayName(weekDay)}` : ""} at ${runAt}`;

export const pagings: Readonly<Record<Paging, string>> = {
  none: "All in one answer",
  page: "A page number in the address",
  cursor: "A cursor in each answer",
  link: "A Link header that names the next page",
};

export const runOutcomes = {
  running: { label: "Running", tone: "progress" },
  checked: { label: "Checked, nothing written", tone: "info" },
  done: { label: "Brought in", tone: "success" },
  unchanged: { label: "Nothing new", tone: "neutral" },
  stopped: { label: "Stopped: heading changed", tone: "danger" },
  asks: { label: "Asks first", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
  waits: { label: "Waits: the day's calls are made", tone: "warning" },
  sent: { label: "Sent", tone: "success" },
  unknown: { label: "Sent, unknown", tone: "warning" },
} as const;

const edit = { permission: "connector.edit" } as const;

export const connectorCycle = lifecycle<{ status: string }>()<
  ConnectorStatus,
  "test" | "change" | "activate" | "fail" | "recover" | "pause" | "resume" | "retire"
>({
  noun: "connector",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    tested: { label: "Tested", tone: "info" },
    active: { label: "Active", tone: "success" },
    failing: { label: "Failing", tone: "danger" },
    paused: { label: "Paused", tone: "warning" },
    retired: { label: "Retired", tone: "neutral", terminal: true },
  },
  course: ["draft", "tested", "active"],
  initial: "draft",
  actions: {
    test: { ...edit, label: "Test", from: ["draft", "tested"], to: "tested", system: true },
    change: {
      ...edit,
      label: "Set up again",
      from: ["draft", "tested", "active", "failing", "paused"],
      to: "draft",
      system: true,
    },
    activate: { ...edit, label: "Activate", from: ["tested"], to: "active", tone: "primary" },
    fail: { ...edit, label: "Fail", from: ["active", "failing"], to: "failing", system: true },
    recover: { ...edit, label: "Recover", from: ["failing"], to: "active", system: true },
    pause: {
      ...edit,
      label: "Pause",
      from: ["active", "failing"],
      to: "paused",
      needsReason: true,
    },
    resume: { ...edit, label: "Go on", from: ["paused"], to: "active", tone: "primary" },
    retire: {
      ...edit,
      label: "Retire",
      from: ["draft", "tested", "active", "failing", "paused"],
      to: "retired",
      needsReason: true,
      tone: "danger",
    },
  },
});
