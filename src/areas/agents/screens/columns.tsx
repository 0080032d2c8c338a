import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { dismissedFor, findingStatuses } from "../finding/finding.labels.ts";
import type { AgentFindingRow } from "../finding/finding.model.ts";
import { runBegun, runStatuses } from "../run/run.labels.ts";
import type { AgentRunRow } from "../run/run.model.ts";

export const findingColumns: readonly Column<AgentFindingRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: findingStatuses },
    value: (row) => row.status,
  },
  {
    ...{ id: "what", label: "What was found", kind: "text", title: true },
    value: (row) => row.what,
  },
  { id: "subjectNumber", label: "Record", kind: "text", value: (row) => row.subjectNumber },
  {
    ...{ id: "cents", label: "At stake", kind: "money" },
    value: (row) => row.cents,
    main: () => true,
  },
  { id: "dueOn", label: "Until", kind: "day", value: (row) => row.dueOn },
  { id: "decidedName", label: "Decided by", kind: "text", value: (row) => row.decidedName },
  { id: "decidedOn", label: "Decided", kind: "day", value: (row) => row.decidedOn },
];
export const findingFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(findingStatuses) },
  { id: "dismissedFor", label: "Dismissed for", kind: "set", options: options(dismissedFor) },
  { id: "proposed", label: "With a proposed change", kind: "flag" },
];

export const runColumns: readonly Column<AgentRunRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: runStatuses },
    value: (row) => row.status,
  },
  {
    ...{ id: "personName", label: "In the name of", kind: "text", title: true },
    value: (row) => row.personName,
  },
  { id: "begun", label: "Begun", kind: "text", value: (row) => runBegun[row.begun] },
  { id: "createdAt", label: "Asked", kind: "instant", value: (row) => row.createdAt },
  { id: "records", label: "Records read", kind: "number", value: (row) => row.records },
  { id: "fresh", label: "New findings", kind: "number", value: (row) => row.fresh },
];
export const runFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(runStatuses) },
  { id: "begun", label: "Begun", kind: "set", pinned: true, options: options(runBegun) },
];
