import type { Role } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { answerLabels } from "./review.labels.ts";
import type { ItemRow } from "./review.model.ts";

export type Answering = { item: ItemRow; decision: "keep" | "change" | "end" };

/** What a line's right is called. */
export const heldName = ({ kind, held }: ItemRow): string => {
  if (kind === "role") return roleLabels[held as Role].label;
  return kind === "duty" ? dutyLabels[held as Duty].label : held;
};

const story = (item: ItemRow, timeZone: string): string =>
  [
    item.departmentName ?? "",
    item.giverName ? `given by ${item.giverName}` : "",
    item.reason,
    `since ${formatInstant(item.since, timeZone)}`,
    item.until ? `until ${formatInstant(item.until, timeZone)}` : "",
    item.lastUsedOn ? `last used ${formatDate(item.lastUsedOn)}` : "",
    item.decision
      ? `answered by ${item.decidedByName}${item.note ? `: ${item.note}` : ""}`
      : `asks ${item.reviewerName ?? "any administrator"}`,
  ]
    .filter(Boolean)
    .join(" · ");

/** One right of a review: kept at a press, shortened and ended with a reason. */
export function ItemLine({
  item,
  onAnswer,
}: {
  item: ItemRow;
  onAnswer: (answering: Answering) => void;
}) {
  const { timeZone } = useAgency();
  const act = useMutationAction("rights-reviews");
  const keep = () =>
    act.mutate(
      {
        path: `/api/v1/rights-reviews/items/${item.id}/actions/answer`,
        body: { decision: "keep" },
        version: item.version,
      },
      {
        onSuccess: () => notify.done("Kept", `${item.personName}: ${heldName(item)}`),
        onError: (error) => {
          // One who holds both ends of what is kept apart keeps them for a reason.
          const asks = error instanceof ApiProblem && error.errors.some((e) => e.path === "note");
          if (asks) onAnswer({ item, decision: "keep" });
          else notify.failed("Not answered", error);
        },
      },
    );
  const of = `${item.personName}, ${heldName(item)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <b className="font-medium">
          {item.personName}: {heldName(item)}
        </b>
        <p className="text-13 text-t3">{story(item, timeZone)}</p>
      </div>
      {item.mayAnswer ? (
        <span className="inline-flex flex-wrap gap-2">
          <button type="button" className="btn btn-small" disabled={act.isPending} onClick={keep}>
            Keep<span className="visually-hidden"> {of}</span>
          </button>
          {item.kind !== "delegation" && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => onAnswer({ item, decision: "change" })}
            >
              Change<span className="visually-hidden"> {of}</span>
            </button>
          )}
          <button
            type="button"
            className="btn btn-small"
            onClick={() => onAnswer({ item, decision: "end" })}
          >
            End<span className="visually-hidden"> {of}</span>
          </button>
        </span>
      ) : (
        <StatusBadge statuses={answerLabels} status={item.decision ?? "open"} />
      )}
    </li>
  );
}
