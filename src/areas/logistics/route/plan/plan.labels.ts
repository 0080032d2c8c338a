import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const planStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  solving: { label: "Being solved", tone: "progress" },
  solved: { label: "Solved", tone: "info" },
  released: { label: "Released", tone: "warning" },
  driven: { label: "Driven", tone: "success" },
  closed: { label: "Closed", tone: "success", terminal: true },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type PlanStatus = keyof typeof planStatuses;
export type PlanAction =
  | "solve"
  | "found"
  | "failed"
  | "reopen"
  | "release"
  | "planAgain"
  | "end"
  | "close"
  | "drop";

export const planCourse = ["draft", "solving", "solved", "released", "driven", "closed"] as const;

const plan = "route.plan";

/**
 * A day's routes: solved by a job, released to drivers by a dispatcher, driven when every stop has its
 * end, closed by whoever looked at what differed.
 */
export const planCycle = lifecycle<{ status: string }>()<PlanStatus, PlanAction>({
  noun: "route plan",
  initial: "draft",
  statuses: planStatuses,
  course: planCourse,
  edit: {
    from: ["draft", "solved"],
    otherwise: "It is being solved, or its drivers have it. Plan it again before you change it.",
    permission: plan,
  },
  actions: {
    solve: {
      label: "Solve",
      from: ["draft", "solved"],
      to: "solving",
      permission: plan,
      tone: "primary",
    },
    found: { label: "Solved", from: ["solving"], to: "solved", permission: plan, system: true },
    failed: {
      label: "Not solved",
      from: ["solving"],
      to: "draft",
      permission: plan,
      system: true,
    },
    // What is changed is not what was solved any more.
    reopen: {
      label: "Changed",
      from: ["draft", "solved"],
      to: "draft",
      permission: plan,
      system: true,
    },
    release: {
      label: "Release",
      from: ["solved"],
      to: "released",
      permission: plan,
      tone: "primary",
    },
    planAgain: {
      label: "Plan again",
      from: ["released"],
      to: "draft",
      permission: plan,
      needsReason: true,
    },
    // Every stop has its end.
    end: { label: "Driven", from: ["released"], to: "driven", permission: plan, system: true },
    close: { label: "Close", from: ["driven"], to: "closed", permission: plan, tone: "primary" },
    drop: {
      label: "Drop",
      from: ["draft", "solved"],
      to: "dropped",
      permission: plan,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** What a plan makes short. */
export const goals = { distance: "Miles", time: "Time at the wheel" } as const;

/** What tells a plan how far it is from place to place. */
export const ways = {
  roads: "Imported roads, around what is closed",
  matrix: "A file of distances",
  straight: "Straight lines, made longer",
} as const;

/** Views of the list, which questions in words open too. */
export const planViews = [
  { id: "open", name: "Not released", query: "status=draft,solving,solved" },
  { id: "out", name: "Being driven", query: "status=released" },
  { id: "compare", name: "To compare and close", query: "status=driven" },
] as const;
