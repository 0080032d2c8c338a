import { Download, Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { punchStatuses } from "./punch.labels.ts";
import { PunchTable } from "./PunchTable.tsx";
import type { PunchStanding } from "./punch.model.ts";

const heldWords = ({ withheld, atMost, releaseBy }: PunchStanding["held"][number]): string => {
  if (atMost === null || withheld <= atMost)
    return `${formatCents(withheld)} is withheld${atMost === null ? "" : ` of ${formatCents(atMost)} that may be`}`;
  return `${formatCents(withheld - atMost)} of ${formatCents(withheld)} withheld is to be released${releaseBy ? ` by ${formatDate(releaseBy)}` : ""}`;
};

function Found({ standing: s, projectId }: { standing: PunchStanding; projectId: string }) {
  const tab = `${pathTo("project", { id: projectId })}?tab=punch`;
  return (
    <Finding
      parts={[
        ...(s.open > 0
          ? [
              {
                text: `${counted(s.open, "item is", "items are")} to be done`,
                to: `${tab}&status=open,back`,
              },
            ]
          : []),
        ...(s.toVerify > 0
          ? [
              {
                text: `${counted(s.toVerify, "item waits", "items wait")} to be verified`,
                to: `${tab}&status=done`,
              },
            ]
          : []),
        ...(s.late > 0 ? [{ text: `${s.late} past the day`, to: `${tab}&late=true` }] : []),
        ...(s.costToComplete > 0 ? [{ text: `${formatCents(s.costToComplete)} to complete` }] : []),
        ...s.held.map((held) => ({
          text: heldWords(held),
          to: pathTo("contract", { id: held.contractId }),
        })),
      ]}
      none={
        s.verified > 0
          ? "Every item of the punch list is verified."
          : "Nothing is on the punch list yet."
      }
    />
  );
}

const shown = ["open", "back", "done", "verified"] as const;

function Places({ standing }: { standing: PunchStanding }) {
  if (standing.places.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>By place</h2>
      <ul className="punch-places">
        {standing.places.map(({ place, items }) => (
          <li key={place}>
            <span>{place || "No place said"}</span>
            <ol aria-label={`Items at ${place || "no place"}`}>
              {items.map((item) => {
                const said = `${item.number} ${item.what}: ${punchStatuses[item.status].label}${item.late ? ", past its day" : ""}`;
                return (
                  <li key={item.id}>
                    <Link
                      to={pathTo("punchItem", { id: item.id })}
                      data-state={item.status}
                      {...(item.late && { "data-late": true })}
                      title={said}
                      aria-label={said}
                    >
                      {Number(item.number.slice(-5))}
                    </Link>
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ul>
      <ul className="field-days-key" aria-label="What the colors say">
        {shown.map((state) => (
          <li key={state}>
            <span className="punch-key" data-state={state} aria-hidden="true" />
            {punchStatuses[state].label}
          </li>
        ))}
      </ul>
    </section>
  );
}

const paper = (id: string) =>
  void download(`/api/v1/projects/${id}/punch-paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

/** The punch list of a project: what is left and what may be withheld for it, by place, every item. */
export function PunchTab({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useGet<PunchStanding>(
    "punch-items",
    `/api/v1/projects/${projectId}/punch`,
  );
  return (
    <div className="stack">
      {error && <ErrorPanel error={error} what="The punch list" onRetry={() => void refetch()} />}
      {data && (
        <>
          <Found standing={data} projectId={projectId} />
          <Places standing={data} />
        </>
      )}
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Items</h2>
          <button type="button" className="btn btn-quiet" onClick={() => paper(projectId)}>
            <Download aria-hidden="true" />
            PDF
          </button>
          {data?.takesItems !== false && (
            <Held permission="punchItem.edit" what="New item">
              <Link className="btn btn-secondary" to={pathTo("punchNew", { id: projectId })}>
                <Plus aria-hidden="true" />
                New item
              </Link>
            </Held>
          )}
        </div>
        <PunchTable projectId={projectId} />
      </section>
    </div>
  );
}
