import { errandEndpoint, ownErrand } from "#server/agents/errand.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { dismissedFor, findingStatuses } from "./finding.labels.ts";
import { findingSeen } from "./finding.sight.ts";

// Whoever would be asked to ask themselves takes it as a task of their own.
const labelOfProposal = `case
  when af.proposal ->> 'endpoint' = '${errandEndpoint}'
    and af.proposal #>> '{body,personId}' = levee_person()::text
    then '${ownErrand}'
  else af.proposal ->> 'label'
end`;

/** What agents found, of records that stand in the reader's own lists. */
export const agentFindingList: ListDefinition = {
  name: "agent-findings",
  title: "findings of agents",
  from: "agent_finding af",
  alias: "af",
  columns: {
    id: { sql: "af.id", hidden: true },
    number: { sql: "af.number", label: "Number", sort: true },
    status: { sql: "af.status", label: "Status", sort: true, codes: findingStatuses },
    agent: { sql: "af.agent", label: "Agent", sort: true },
    subjectId: { sql: "af.subject_id", hidden: true },
    runId: { sql: "af.run_id", hidden: true },
    subjectNumber: { sql: "af.subject_number", label: "Record" },
    subjectHref: { sql: "af.subject_href", hidden: true },
    what: { sql: "af.what", label: "What was found" },
    cents: { sql: "af.cents", label: "At stake", money: true, sort: true },
    since: { sql: "af.since", label: "Since", sort: true },
    dueOn: { sql: "af.due_on", label: "Until", sort: true },
    proposed: { sql: labelOfProposal, label: "Proposed" },
    decidedName: { sql: "af.decided_name", label: "Decided by" },
    decidedOn: { sql: "af.decided_on", label: "Decided", sort: true },
    dismissedFor: { sql: "af.dismissed_for", label: "Dismissed for", codes: dismissedFor },
    version: { sql: "af.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "af.id", type: "uuid" },
    agent: { kind: "set", sql: "af.agent", type: "text" },
    status: { kind: "set", sql: "af.status", type: "text" },
    subjectId: { kind: "set", sql: "af.subject_id", type: "uuid" },
    runId: { kind: "set", sql: "af.run_id", type: "uuid" },
    dismissedFor: { kind: "set", sql: "af.dismissed_for", type: "text" },
    proposed: { kind: "flag", sql: "af.proposal is not null" },
    decidedOn: { kind: "range", sql: "af.decided_on", type: "date" },
    dueOn: { kind: "range", sql: "af.due_on", type: "date" },
  },
  search: ["af.number", "af.what", "af.subject_number"],
  defaultSort: "-cents",
  totals: { cents: "af.cents" },
  visible: findingSeen,
};
