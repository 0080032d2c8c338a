import type { Logic } from "#kernel/logic/logic.ts";

/** What a step of a workflow does, as designers choose it. */
export const nodeKinds = {
  start: { label: "Start", about: "What begins a run" },
  task: { label: "Task", about: "Somebody does something" },
  approval: { label: "Approval", about: "Somebody else decides" },
  step: { label: "Step of another area", about: "A form to fill in, a letter, a webhook" },
  condition: { label: "Condition", about: "Goes on by what the record says" },
  timer: { label: "Timer", about: "Waits for a time or a day" },
  notice: { label: "Notice", about: "Tells somebody" },
  action: { label: "Action", about: "Takes a step of the record" },
  end: { label: "End", about: "The run is over" },
} as const;
export type NodeKind = keyof typeof nodeKinds;

export const startKinds = {
  record: "Something happens to a record",
  schedule: "At set times",
  hand: "By hand",
} as const;

export const timerKinds = {
  duration: "So long",
  business: "Business days",
  date: "A day of the record",
} as const;

export const everyKinds = { day: "Every day", week: "Every week", month: "Every month" } as const;

/** Whom a step asks or tells; `starter`: whoever filled in the form or began the run. */
export type Who =
  | { kind: "person"; personId: string }
  | { kind: "role"; role: string }
  | { kind: "duty"; duty: string }
  | { kind: "department"; departmentId: string }
  | { kind: "starter" };

export type Trigger =
  | { on: "record"; noun: string; action: string; when: Logic }
  | {
      on: "schedule";
      every: keyof typeof everyKinds;
      at: string;
      weekday: number;
      day: number;
    }
  | { on: "hand"; noun: string | null };

export type Timer =
  | { by: "duration"; minutes: number }
  | { by: "business"; days: number }
  | { by: "date"; field: string; days: number; business: boolean };

type Named = { id: string; label: string };
export type FlowNode = Named &
  (
    | { kind: "start"; trigger: Trigger }
    | { kind: "task"; who: Who; detail: string; dueDays: number }
    | { kind: "approval"; by: "policies" | "named"; who: Who; hours: number }
    | { kind: "step"; step: string; target: string; who: Who; dueDays: number }
    | { kind: "condition" }
    | { kind: "timer"; timer: Timer }
    | { kind: "notice"; who: Who; subject: string; text: string; mail: boolean }
    | { kind: "action"; action: string; reason: string }
    | { kind: "end"; outcome: string }
  );
export type NodeOf<K extends NodeKind> = Extract<FlowNode, { kind: K }>;

/**
 * From step to step. Behind a condition the first one whose `when` holds is taken, the one without
 * is the default; behind an approval `outcome` names the decision.
 */
export type FlowEdge = {
  from: string;
  to: string;
  when: Logic;
  outcome: "approved" | "rejected" | null;
};

export type Graph = { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] };

/** Steps at which a run may stand still: each ends a turn of the machine. */
export const waits = (node: FlowNode): boolean =>
  ["task", "approval", "timer", "step"].includes(node.kind);

export const mostNodes = 200;

export const flowKinds = { flow: "Workflow", rule: "Auto rule" } as const;
export type FlowKind = keyof typeof flowKinds;

/** The kind of records that runs of a workflow are about; null: none. */
export const nounOfGraph = ({ nodes }: Pick<Graph, "nodes">): string | null => {
  const start = nodes.find((node) => node.kind === "start");
  return !start || start.trigger.on === "schedule" ? null : start.trigger.noun;
};
