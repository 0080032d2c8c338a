import { refusal, type Asker, type Lifecycle } from "#kernel/lifecycle.ts";

/**
 * Why a lifecycle refuses a step on a record, null when it does not. Who asks is the person `p` with
 * every permission of the lifecycle, unless `asker` says otherwise.
 */
export const reasonOf = <S extends string, A extends string, R>(
  cycle: Lifecycle<S, A, R>,
  action: A,
  record: object,
  asker: Partial<Asker> = {},
): string | null => {
  const actions = Object.values<{ permission: string }>(cycle.actions);
  const all = {
    personId: "p",
    kind: "member",
    permissions: new Set(actions.map((a) => a.permission)),
  };
  const rules = cycle as unknown as Lifecycle<S, A, { status: string }>;
  return refusal(rules, action, record as { status: string }, { ...all, ...asker })?.reason ?? null;
};
