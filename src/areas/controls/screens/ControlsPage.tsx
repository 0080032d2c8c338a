import { useState } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { controlFamilies, controlKinds, controlSeverities } from "#kernel/control.ts";
import { names } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { ControlRow } from "../control/control.model.ts";
import { ControlPanel } from "./ControlPanel.tsx";

const OwnCheckDialog = dialogOnDemand(
  async () => (await import("./OwnCheckDialog.tsx")).OwnCheckDialog,
);
const ControlDialog = dialogOnDemand(
  async () => (await import("./ControlDialog.tsx")).ControlDialog,
);

/** The version of a family that counts: in force, else its draft, else its newest. */
const shownOf = (versions: readonly ControlRow[]): ControlRow =>
  versions.find((v) => v.status === "published") ??
  versions.find((v) => v.status === "draft") ??
  versions[0]!;

const familiesOf = (rows: readonly ControlRow[]): ControlRow[] =>
  [...new Set(rows.map((row) => row.definitionId))].map((id) =>
    shownOf(rows.filter((row) => row.definitionId === id)),
  );

const finding = (controls: readonly ControlRow[], drafts: number): string => {
  const inForce = controls.filter((c) => c.status === "published");
  const broken = inForce.filter((c) => c.counts.fail > 0);
  const unknown = inForce.reduce((n, c) => n + c.counts.unknown, 0);
  const worst = broken.toSorted((a, b) => b.counts.fail - a.counts.fail)[0];
  return [
    `${counted(inForce.length, "control")} in force, ${broken.length} broken by a record`,
    ...(worst ? [`, most often ${worst.name} (${worst.counts.fail})`] : []),
    ".",
    ...(unknown > 0 ? [` Of ${counted(unknown, "record")} it cannot be told.`] : []),
    ...(drafts > 0
      ? [` ${counted(drafts, "draft waits", "drafts wait")} to be put in force.`]
      : []),
  ].join("");
};

// That nothing breaks it is said only where something was judged by it.
function Standing({ control: { status, counts } }: { control: ControlRow }) {
  if (status !== "published") return <Badge tone="neutral" label="Not in force" />;
  if (counts.fail > 0)
    return (
      <Badge tone="danger" label={counts.fail === 1 ? "1 breaks it" : `${counts.fail} break it`} />
    );
  return counts.pass > 0 ? (
    <Badge tone="success" label="Nothing breaks it" />
  ) : (
    <Badge tone="neutral" label="No record yet" />
  );
}

function Line({
  control: c,
  open,
  onOpen,
}: {
  control: ControlRow;
  open: boolean;
  onOpen: () => void;
}) {
  return (
    <li className="border-b border-hair last:border-0">
      <button
        type="button"
        className="grid w-full gap-1 px-4 py-3 text-left"
        aria-expanded={open}
        onClick={onOpen}
      >
        <span className="flex flex-wrap items-center gap-2">
          <b className="mr-auto font-medium">{c.name}</b>
          <Standing control={c} />
        </span>
        <span className="text-13 text-t2">
          {c.subject} · {controlKinds[c.kind]} · severity {controlSeverities[c.severity].label}
          {c.counts.pass > 0 && ` · ${c.counts.pass} meet it`}
          {c.counts.unknown > 0 && ` · of ${c.counts.unknown} it cannot be told`}
        </span>
      </button>
    </li>
  );
}

/** What purchases are held against: each control by family, with its law and how records stand. */
export default function ControlsPage() {
  const { can } = useAuth();
  const [params, setParams] = useSearchParams();
  const [changing, setChanging] = useState<ControlRow | null>(null);
  const [writing, setWriting] = useState(false);
  const read = useGet<{ items: ControlRow[] }>("controls", "/api/v1/controls");
  const rows = read.data?.items ?? [];
  const controls = familiesOf(rows);
  const first = controls.find(({ counts }) => counts.fail > 0) ?? controls[0];
  const open = params.get("control") ?? first?.definitionId ?? null;
  const chosen = controls.find((c) => c.definitionId === open) ?? null;
  const versions = rows.filter((row) => row.definitionId === chosen?.definitionId);
  return (
    <div className="stack">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Controls</h1>
          {can("control.write") && (
            <button type="button" className="btn btn-primary" onClick={() => setWriting(true)}>
              Write a control
            </button>
          )}
        </div>
        {controls.length > 0 && (
          <p className="finding" role="status">
            {finding(controls, rows.filter(({ status }) => status === "draft").length)}
          </p>
        )}
      </header>
      {read.isPending && <RecordSkeleton />}
      {read.error && <ErrorPanel error={read.error} what="The controls" />}
      {read.data && controls.length === 0 && (
        <Panel title="Controls">
          <p className="text-t2">They begin with the next minute, as the product ships them.</p>
        </Panel>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          {names(controlFamilies).map((family) => {
            const mine = controls.filter((c) => c.family === family);
            return mine.length === 0 ? null : (
              <Panel key={family} title={controlFamilies[family]} flush>
                <ul>
                  {mine.map((c) => (
                    <Line
                      key={c.definitionId}
                      control={c}
                      open={c.definitionId === open}
                      onOpen={() => setParams({ control: c.definitionId }, { replace: true })}
                    />
                  ))}
                </ul>
              </Panel>
            );
          })}
        </div>
        {chosen && (
          <ControlPanel
            control={chosen}
            versions={versions}
            list={`${pathTo("controlFailures")}?controlId=${chosen.definitionId}`}
            mayPublish={can("control.publish")}
            onChange={can("control.write") ? setChanging : null}
          />
        )}
      </div>
      {changing && !changing.condition && (
        <ControlDialog of={changing} onClose={() => setChanging(null)} />
      )}
      {changing?.condition && <OwnCheckDialog of={changing} onClose={() => setChanging(null)} />}
      {writing && <OwnCheckDialog of={null} onClose={() => setWriting(false)} />}
    </div>
  );
}
