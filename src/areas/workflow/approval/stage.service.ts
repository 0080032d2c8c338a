import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notifyReached } from "../delegation/chain.service.ts";
import type { ApprovableType } from "../policy/policy.model.ts";
import { approvalRequest, approvalStep } from "../workflow.tables.ts";
import { assigneesOf, peopleOf } from "./approvers.service.ts";

export type Request = typeof approvalRequest.$inferSelect;

export type Step = typeof approvalStep.$inferSelect;

/**
 * Those who do not decide a document: who asked for it, and who else had a hand in it (entered,
 * corrected or accepted something of it).
 */
export const partiesOf = ({
  requesterId,
  facts,
}: {
  requesterId: string | null;
  facts: { readonly parties?: unknown };
}): (string | null)[] => [
  requesterId,
  ...(Array.isArray(facts.parties) ? (facts.parties as string[]) : []),
];

export type Opening = { stepId: string; people: string[]; dueAt: string };

type Opened = Pick<Step, "id" | "name" | "route" | "mode" | "quorum">;

// A quorum of more people than the rules leave is filled up by those whom the step escalates to,
// then by administrators: it never shrinks.
const filledUp = async (
  tx: Tx,
  { mode, quorum, route }: Opened,
  people: string[],
  departmentId: string | null,
  but: readonly (string | null)[],
): Promise<string[]> => {
  if (mode !== "quorum" || people.length === 0 || people.length >= quorum) return people;
  const more = await Promise.all(
    [
      ...(route.escalateTo ? [route.escalateTo] : []),
      { kind: "role" as const, role: "admin" as const },
    ].map((rule) => peopleOf(tx, rule, departmentId)),
  );
  return [...new Set([...people, ...more.flat().filter((person) => !but.includes(person))])];
};

/**
 * Who decides the steps of a stage, and until when. 409 when nobody can decide one of them, or
 * fewer than its quorum.
 */
export const openingsOf = (
  tx: Tx,
  steps: readonly Opened[],
  ownDepartment: string | null,
  but: readonly (string | null)[],
): Promise<Opening[]> =>
  Promise.all(
    steps.map(async (step) => {
      const { id, name, route, mode, quorum } = step;
      const departmentId = route.departmentId ?? ownDepartment;
      const people = await filledUp(
        tx,
        step,
        (await assigneesOf(tx, route.approvers, route.escalateTo, departmentId, but)).people,
        departmentId,
        but,
      );
      if (people.length === 0)
        throw conflict(
          "no_approver",
          `Nobody can decide "${name}": its approvers are vacant and no administrator is left who did not ask for this. Add an approver to the policy.`,
        );
      if (mode === "quorum" && people.length < quorum)
        throw conflict(
          "no_quorum",
          `"${name}" asks for ${quorum} approvals and only ${counted(people.length, "person", "people")} may decide it. Add approvers to the policy.`,
        );
      return {
        stepId: id,
        people,
        dueAt: new Date(businessNow(tx.scope).getTime() + route.dueHours * 3_600_000).toISOString(),
      };
    }),
  );

export const firstDue = (openings: readonly Opening[]) =>
  openings.map((o) => o.dueAt).sort()[0] ?? null;

/** What a notice says of a document beside its number: what it is, and how much it is. */
export const noticeOf = ({ title, amount }: { title: string; amount: number }): string =>
  amount === 0 ? title : `${title}, ${formatCents(amount)}`;

type Asked = {
  id: string;
  documentType: string;
  number: string;
  title: string;
  amount: number;
  but: readonly (string | null)[];
};

export const assign = async (
  tx: Tx,
  request: Asked,
  openings: readonly Opening[],
): Promise<void> => {
  const pairs = openings.flatMap((o) => o.people.map((person) => [o.stepId, person] as const));
  tx.later(
    tx.rows(sql`
      insert into approval_assignee (org_id, step_id, person_id)
      select ${tx.scope.orgId}::uuid, *
      from unnest(
        ${pairs.map(([step]) => step)}::uuid[], ${pairs.map(([, person]) => person)}::uuid[]
      )
    `),
  );
  for (const o of openings)
    await notifyReached(
      tx,
      o.people,
      { type: request.documentType as ApprovableType, but: request.but },
      {
        kind: "approval",
        title: `Approval needed: ${request.number}`,
        body: noticeOf(request),
        link: `/approvals/${request.id}`,
      },
    );
};

export const openStage = async (
  tx: Tx,
  request: Request,
  stage: number,
  steps: readonly Opened[],
): Promise<void> => {
  const openings = await openingsOf(tx, steps, request.departmentId, partiesOf(request));
  await Promise.all([
    tx.rows(sql`
      update approval_step s
      set status = 'open', opened_at = ${businessNow(tx.scope).toISOString()}, due_at = t.due_at
      from unnest(
        ${openings.map((o) => o.stepId)}::uuid[], ${openings.map((o) => o.dueAt)}::timestamptz[]
      ) as t(id, due_at)
      where s.org_id = ${request.orgId} and s.id = t.id
    `),
    tx.rows(sql`
      update approval_request
      set stage = ${stage}, due_at = ${firstDue(openings)}
      where org_id = ${request.orgId} and id = ${request.id}
    `),
    assign(tx, { ...request, number: request.documentNumber, but: partiesOf(request) }, openings),
  ]);
};
