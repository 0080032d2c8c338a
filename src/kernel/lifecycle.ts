import type { Permission } from "./access.ts";
import { decides } from "./program-rights.ts";

export type Tone = "neutral" | "info" | "progress" | "success" | "warning" | "danger" | "emergency";

/** Who asks: what a pure rule may know about the actor. */
export type Asker = { personId: string | null; permissions: ReadonlySet<string>; kind: string };

/** By default living children end with their parent (`takes`), or go on and their keepers are told. */
export type EndsChildren = "takes" | "tells";

type LifecycleAction<S extends string, R> = {
  label: string;
  from: readonly S[];
  /** The status afterwards; null when the service's effect decides among `outcomes`. */
  to: S | null;
  outcomes?: readonly S[];
  permission: Permission;
  /** Pure rule: the reason why this record cannot take the action for this person now, or null. */
  unless?: (record: R, asker: Asker) => string | null;
  /** The person must say why; kept in history and audit. */
  needsReason?: boolean;
  /**
   * False: a step that a record of this kind never takes, whatever happens. It is not offered;
   * `unless` refuses it with its reason.
   */
  suits?: (record: R) => boolean;
  /**
   * What another person must do (`certify it`): whoever asked for what the record came of, however
   * far back, does not take this step.
   */
  byOthers?: string;
  /**
   * Acts of its history (`create`, `update`, a step): whoever ever did one of them to this record does
   * not take this step, also where somebody else has done it again since. Needs `byOthers`.
   */
  notAfter?: readonly string[];
  /**
   * Ends the record for what came of it: whoever takes the step is shown what of that lives, and says
   * what becomes of each.
   */
  ends?: EndsChildren;
  tone?: "primary" | "default" | "danger";
  /** Only the system takes it (a job, another record's effect); never offered as a button. */
  system?: boolean;
};

/** When the fields of a record may be changed, apart from its steps. */
export type EditRule<S extends string, R> = {
  from: readonly S[];
  /** What is said in every other status. */
  otherwise: string;
  permission?: Permission;
  /** Pure rule: why this person cannot change this record now, or null. */
  unless?: (record: R, asker: Asker) => string | null;
};

export type Lifecycle<S extends string, A extends string, R> = {
  noun: string;
  statuses: Record<S, { label: string; tone: Tone; terminal?: boolean }>;
  /** Statuses of the usual course, in order: the stepper. */
  course: readonly S[];
  initial: S;
  /**
   * Other statuses in which a record may begin (an award of quotations waits for its orders from
   * the first).
   */
  begins?: readonly S[];
  actions: Record<A, LifecycleAction<S, R>>;
  /** When it may be edited; the service judges it where this is left out. */
  edit?: EditRule<S, R>;
};

/** What the person may do now, and why not. */
export type OfferedAction = {
  name: string;
  label: string;
  enabled: boolean;
  reason: string | null;
  needsReason: boolean;
  tone: "primary" | "default" | "danger";
  /** Who takes it says first what becomes of the records that came of this one. */
  ends?: boolean | undefined;
};

/** Declares a lifecycle and lets TypeScript infer its status and action names. */
export const lifecycle =
  <R>() =>
  <S extends string, A extends string>(definition: Lifecycle<S, A, R>): Lifecycle<S, A, R> =>
    definition;

/**
 * Why `name` cannot be taken on `record` by `asker` now, or null when it can. The server's
 * transition() and the buttons ask this same function.
 */
export const refusal = <S extends string, A extends string, R extends { status: string }>(
  cycle: Lifecycle<S, A, R>,
  name: A,
  record: R,
  asker: Asker,
): { kind: "status" | "permission" | "rule"; reason: string } | null => {
  const action = cycle.actions[name];
  if (!action.from.includes(record.status as S)) {
    const now = cycle.statuses[record.status as S]?.label ?? record.status;
    return {
      kind: "status",
      reason: `${action.label} is not possible while this is ${now.toLowerCase()}.`,
    };
  }
  if (asker.kind !== "system" && !asker.permissions.has(action.permission))
    return { kind: "permission", reason: "Your role does not allow this." };
  if (asker.kind === "program" && decides(name))
    return { kind: "permission", reason: "A person decides this, never a program." };
  if (asker.kind !== "system" && action.system)
    return { kind: "permission", reason: "Only the system takes this step." };
  const reason = action.unless?.(record, asker) ?? null;
  return reason ? { kind: "rule", reason } : null;
};

/** Why `record` cannot be edited by `asker` now, or null when it can; `change` asks this. */
export const editRefusal = <S extends string, R extends { status: string }>(
  rule: EditRule<S, R>,
  record: R,
  asker: Asker,
): { kind: "status" | "permission" | "rule"; reason: string } | null => {
  if (!rule.from.includes(record.status as S)) return { kind: "status", reason: rule.otherwise };
  if (rule.permission && asker.kind !== "system" && !asker.permissions.has(rule.permission))
    return { kind: "permission", reason: "Your role does not allow this." };
  const reason = rule.unless?.(record, asker) ?? null;
  return reason ? { kind: "rule", reason } : null;
};

/**
 * Actions to show: those that suit the record, whose status fits and that the person's permissions
 * cover, with the reason on the ones that a rule forbids.
 */
export const offeredActions = <S extends string, A extends string, R extends { status: string }>(
  cycle: Lifecycle<S, A, R>,
  record: R,
  asker: Asker,
): OfferedAction[] =>
  (Object.keys(cycle.actions) as A[]).flatMap((name) => {
    const action = cycle.actions[name];
    if (action.system || action.suits?.(record) === false) return [];
    const why = refusal(cycle, name, record, asker);
    if (why && why.kind !== "rule") return [];
    return [
      {
        name,
        label: action.label,
        enabled: !why,
        reason: why?.reason ?? null,
        needsReason: action.needsReason ?? false,
        tone: action.tone ?? "default",
        ...(action.ends && { ends: true }),
      },
    ];
  });
