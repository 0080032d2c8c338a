import type { Logic } from "#kernel/logic/logic.ts";
import type { FlowEdge, FlowNode, Who } from "../definition/flow.labels.ts";
import type { FlowInput, FlowParts } from "../definition/flow.model.ts";

export const thenKinds = {
  notice: "Tell somebody",
  task: "Give somebody a task",
  action: "Take an action of the record",
} as const;

/** "When … if … then …", of which a workflow of five steps is made. */
export type AutoRule = {
  name: string;
  noun: string;
  event: string;
  when: Logic;
  then: keyof typeof thenKinds;
  who: Who;
  subject: string;
  mail: boolean;
  dueDays: number;
  action: string;
};

const doing = (rule: AutoRule): FlowNode => {
  const base = { id: "then", label: rule.subject.slice(0, 120) || thenKinds[rule.then] };
  if (rule.then === "action")
    return { id: "then", label: thenKinds.action, kind: "action", action: rule.action, reason: "" };
  return rule.then === "task"
    ? { ...base, kind: "task", who: rule.who, detail: "", dueDays: rule.dueDays }
    : { ...base, kind: "notice", who: rule.who, subject: rule.subject, text: "", mail: rule.mail };
};

const way = (from: string, to: string, when: Logic = null): FlowEdge => ({
  from,
  to,
  when,
  outcome: null,
});

/** The workflow that a rule is: start, condition, what is done, and an end for either way. */
export const flowOfRule = (rule: AutoRule): FlowInput => ({
  name: rule.name,
  about: "",
  kind: "rule",
  nodes: [
    {
      id: "start",
      label: "When",
      kind: "start",
      trigger: { on: "record", noun: rule.noun, action: rule.event, when: null },
    },
    { id: "if", label: "If", kind: "condition" },
    doing(rule),
    { id: "done", label: "Done", kind: "end", outcome: "Done" },
    { id: "not", label: "Does not hold", kind: "end", outcome: "Did not hold" },
  ],
  edges: [way("start", "if"), way("if", "then", rule.when), way("if", "not"), way("then", "done")],
});

/** The rule that a workflow of the kind `rule` was made of; a new one where there is none. */
export const ruleOfFlow = (flow: FlowInput | null, parts: FlowParts): AutoRule => {
  const nodeOf = (id: string) => flow?.nodes.find((node) => node.id === id);
  const start = nodeOf("start");
  const trigger = start?.kind === "start" && start.trigger.on === "record" ? start.trigger : null;
  const then = nodeOf("then");
  const first = parts.records[0];
  return {
    name: flow?.name ?? "",
    noun: trigger?.noun ?? first?.noun ?? "",
    event: trigger?.action ?? first?.events[0]?.value ?? "",
    when: (flow?.edges.find((edge) => edge.to === "then")?.when as Logic | undefined) ?? true,
    then: then?.kind === "task" || then?.kind === "action" ? then.kind : "notice",
    who: then && "who" in then ? then.who : { kind: "starter" },
    subject: then?.kind === "notice" ? then.subject : then?.kind === "task" ? then.label : "",
    mail: then?.kind === "notice" && then.mail,
    dueDays: then?.kind === "task" ? then.dueDays : 3,
    action: then?.kind === "action" ? then.action : "",
  };
};
