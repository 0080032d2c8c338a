import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useNow } from "#web/kit/now.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import type { PacketItem } from "../../store/packet.ts";
import { distanceSaid, isGiven, todaysWork, type Work } from "../../store/today.model.ts";
import { phoneKinds } from "./kinds.tsx";
import { dueSaid } from "./said.ts";
import { useField } from "./useField.ts";
import { usePending } from "./usePending.ts";
import { usePlace } from "./usePlace.ts";

const firstShown = 15;
const tones = { late: "danger", today: "warning" } as const;

/** Where something of the packet is recorded. */
export const captureOf = ({ kind, id }: Pick<PacketItem, "kind" | "id">): string =>
  `/mobile-field-operations?${new URLSearchParams({ tab: "capture", kind, id })}`;

function WorkLine({ work, zone }: { work: Work; zone: string }) {
  const { item, due, metres } = work;
  const pending = usePending(item).length;
  const where = [
    phoneKinds[item.kind]?.label,
    item.dueAt && dueSaid(item.dueAt as Instant, zone),
    metres !== null && distanceSaid(metres),
  ].filter(Boolean);
  return (
    <li>
      <Link className="field-line" to={captureOf(item)}>
        <span className="field-line-title">{item.title}</span>
        <span className="text-13 text-t3">{where.join(" · ")}</span>
        <span className="flex flex-wrap gap-2">
          {(due === "late" || due === "today") && (
            <Badge tone={tones[due]} label={due === "late" ? "Late" : "Due today"} />
          )}
          {pending > 0 && <Badge tone="info" label={`${counted(pending, "capture")} here`} />}
        </span>
      </Link>
    </li>
  );
}

function WorkList({ title, work, zone }: { title: string; work: readonly Work[]; zone: string }) {
  const [all, setAll] = useState(false);
  if (work.length === 0) return null;
  const shown = all ? work : work.slice(0, firstShown);
  return (
    <Panel title={title} aside={work.length}>
      <ul className="field-lines">
        {shown.map((one) => (
          <WorkLine key={`${one.item.kind} ${one.item.id}`} work={one} zone={zone} />
        ))}
      </ul>
      {shown.length < work.length && (
        <button type="button" className="btn mt-8" onClick={() => setAll(true)}>
          Show all {work.length}
        </button>
      )}
    </Panel>
  );
}

/** What the packet holds of the asset whose label was opened. */
function AtLabel({ tag, work, zone }: { tag: string; work: readonly Work[]; zone: string }) {
  const { items } = useField();
  const named = items.find(({ data }) => data["tag"] === tag);
  const here = work.filter(({ item }) => item.data["tag"] === tag);
  const name = named && (named.data["asset"] ?? named.data["name"]);
  return (
    <>
      <p className="notice tone-info" role="status">
        {named
          ? `Label ${tag}: ${typeof name === "string" ? name : named.title}.`
          : `Nothing on this device has the label ${tag}. Open it again with a line.`}
      </p>
      <WorkList title={`At ${tag}`} work={here} zone={zone} />
    </>
  );
}

/** Today's work by due time and distance, and the way to record something. */
export function TodayTab() {
  const { items, open, packet } = useField();
  const now = useNow();
  const { place } = usePlace();
  const [search] = useSearchParams();
  const tag = search.get("tag");
  const zone = open?.owner.timeZone ?? "UTC";
  const known = items.filter(({ kind }) => phoneKinds[kind]?.About);
  const work = todaysWork(known, place, now, zone);
  const given = work.filter(({ item }) => isGiven(item));
  const rest = work.filter(({ item }) => !isGiven(item));
  return (
    <div className="stack">
      <Link className="btn btn-primary field-main" to="/mobile-field-operations?tab=capture">
        Capture
      </Link>
      {tag && <AtLabel tag={tag} work={work} zone={zone} />}
      {work.length === 0 && (
        <EmptyState
          kind="all-done"
          title={packet ? "Nothing waits for you" : "Your work has not come"}
        >
          {packet
            ? "New work comes with the next contact. What you see on the way is recorded under Capture."
            : "It comes by itself once there is a line and you are signed in."}
        </EmptyState>
      )}
      <WorkList title="Given to you" work={given} zone={zone} />
      <WorkList title="Whoever is near" work={rest} zone={zone} />
    </div>
  );
}
