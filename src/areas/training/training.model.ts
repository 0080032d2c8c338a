import type { Actor } from "#kernel/access.ts";

/** Whether somebody sees courses and certificates of everybody, not only their own. */
export const seesAllTraining = ({
  kind,
  permissions,
}: Pick<Actor, "kind" | "permissions">): boolean =>
  kind === "system" || permissions.has("training.all");
