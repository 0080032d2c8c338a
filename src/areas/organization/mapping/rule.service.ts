import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { listDepartments } from "../department/department.service.ts";
import { isWeighty } from "../grant/powers.model.ts";
import { administratorsOf } from "../member/duty.service.ts";
import { membersNamed } from "../member/member.service.ts";
import { notify } from "../notification/notification.service.ts";
import type { Gives, RuleStatus } from "./rule.labels.ts";
import type { RuleRow } from "./rule.model.ts";

type Stored = Gives & {
  id: string;
  status: RuleStatus;
  askedBy: string;
  decidedBy: string | null;
  version: number;
};

/** Rules of groups with the names of who wrote and decided them, in their order. */
export const namedRules = async <T extends Stored>(
  db: Db,
  actor: Actor,
  rules: readonly T[],
): Promise<{ rule: T; row: RuleRow }[]> => {
  const ids = rules.flatMap(({ askedBy, decidedBy }) =>
    decidedBy ? [askedBy, decidedBy] : [askedBy],
  );
  const [people, departments] = await Promise.all([
    membersNamed(db, { ids: [...new Set(ids)] }),
    listDepartments(db),
  ]);
  const named = (id: string | null) => people.find((one) => one.id === id)?.name ?? null;
  return rules.map((rule) => ({
    rule,
    row: {
      id: rule.id,
      role: rule.role,
      duties: [...rule.duties],
      departmentId: rule.departmentId,
      departmentName: departments.find((one) => one.id === rule.departmentId)?.name ?? null,
      status: rule.status,
      askedByName: named(rule.askedBy),
      decidedByName: named(rule.decidedBy),
      mayDecide: rule.status === "waiting" && rule.askedBy !== actor.personId,
      version: rule.version,
    },
  }));
};

/**
 * The state in which a rule begins: what gives powers over money, awards, bids or people waits until
 * another administrator confirms it. The duty that only takes away is no way around.
 */
export const firstStatusOf = ({ role, duties }: Gives): "waiting" | "in_force" =>
  isWeighty(
    role ?? "user",
    duties.filter((duty) => duty !== "read_only"),
  )
    ? "waiting"
    : "in_force";

/** Tells the other administrators that a rule waits for one of them. */
export const askToConfirm = async (
  tx: Tx,
  actor: Actor,
  { kind, body, link }: { kind: string; body: string; link: string },
): Promise<void> =>
  notify(
    tx,
    (await administratorsOf(tx)).filter((id) => id !== actor.personId),
    { kind, title: `${actor.name} asks you to confirm what a group gives`, body, link },
  );

/**
 * What a second administrator's decision writes into a rule, which the caller has locked.
 * @throws Problem 403 `own_mapping` for who wrote it, 409 `decided_already`.
 */
export const decisionOn = async (
  tx: Tx,
  actor: Actor,
  rule: Pick<Stored, "status" | "askedBy">,
  decision: "confirm" | "decline",
): Promise<{ status: RuleStatus; decidedBy: string | null; decidedAt: string }> => {
  if (rule.status !== "waiting")
    throw conflict("decided_already", "This mapping waits for nobody any more.");
  if (rule.askedBy === actor.personId)
    throw notAllowed("Another administrator confirms what you wrote.", "own_mapping");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  return {
    status: decision === "confirm" ? "in_force" : "declined",
    decidedBy: actor.personId,
    decidedAt: at,
  };
};
