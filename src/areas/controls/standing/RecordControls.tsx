import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { controlAnswers } from "#kernel/control.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { StandingRow } from "./standing.model.ts";

const WaiverDialog = dialogOnDemand(
  async () => (await import("../screens/WaiverDialog.tsx")).WaiverDialog,
);
const PassDialog = dialogOnDemand(
  async () => (await import("../screens/WaiverDialog.tsx")).PassDialog,
);

/** Which controls a record meets and breaks; nothing where none was judged of it yet. */
export function RecordControls({ type, id }: { type: string; id: string }) {
  const { timeZone } = useAgency();
  const [open, setOpen] = useState<{ what: "waiver" | "pass"; of: StandingRow } | null>(null);
  const read = useGet<{ items: StandingRow[] }>(
    "control-failures",
    `/api/v1/control-standings?subjectType=${type}&subjectId=${id}`,
  );
  const items = read.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Controls" flush>
      <ul>
        {items.map((each) => (
          <li
            key={`${each.control} ${each.part}`}
            className="grid gap-1 border-b border-hair px-4 py-3 last:border-0"
          >
            <span className="flex flex-wrap items-center gap-2">
              {each.failureId ? (
                <Link
                  className="mr-auto text-link underline"
                  to={pathTo("controlFailure", { id: each.failureId })}
                >
                  {each.control}
                </Link>
              ) : (
                <span className="mr-auto">{each.control}</span>
              )}
              {each.stops && each.answer !== "pass" && !each.waivedUntil && (
                <Badge tone="danger" label="Stops it" />
              )}
              <StatusBadge statuses={controlAnswers} status={each.answer} />
            </span>
            <small className="text-12 text-t2">{each.said}</small>
            {each.waiverId && (
              <small className="text-12">
                <Link
                  className="text-link underline"
                  to={pathTo("controlWaiver", { id: each.waiverId })}
                >
                  {each.waivedUntil
                    ? `Waived until ${formatInstant(each.waivedUntil, timeZone)}`
                    : "A waiver is asked for"}
                </Link>
              </small>
            )}
            {(each.asksWaiver || each.letsPass) && (
              <span className="flex flex-wrap gap-2">
                {each.asksWaiver && (
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() => setOpen({ what: "waiver", of: each })}
                  >
                    Ask for a waiver
                    <span className="visually-hidden"> of {each.control}</span>
                  </button>
                )}
                {each.letsPass && (
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() => setOpen({ what: "pass", of: each })}
                  >
                    Let it pass<span className="visually-hidden"> {each.control}</span>
                  </button>
                )}
              </span>
            )}
            {each.answer !== "pass" && each.citations.length > 0 && (
              <small className="text-12 text-t3">{each.citations.join("; ")}</small>
            )}
          </li>
        ))}
        {type === "purchaseOrder" && (
          <li className="px-4 py-3">
            <Link className="text-link underline" to={pathTo("purchaseFile", { id })}>
              Open the file of the purchase
            </Link>
          </li>
        )}
      </ul>
      {open?.what === "waiver" && (
        <WaiverDialog
          of={{ scope: "record", subjectId: id, controlId: open.of.controlId, part: open.of.part }}
          about={`${open.of.control}: ${open.of.said}`}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "pass" && (
        <PassDialog
          controlId={open.of.controlId}
          subjectId={id}
          about={`${open.of.control}: ${open.of.said}`}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
