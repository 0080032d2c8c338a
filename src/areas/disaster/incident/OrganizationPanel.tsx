import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { sections } from "./incident.labels.ts";
import type { IncidentDetail, Position } from "./incident.model.ts";
import { PostDialog } from "./parts.tsx";
import { addedKinds, asTree, kindsBelow, mostSpan } from "./position.model.ts";

const indent = ["", "pl-4", "pl-8", "pl-12", "pl-16"] as const;

/** How many are named, and whom too many report to, in a sentence. */
const finding = (positions: readonly Position[]): string => {
  const held = positions.filter((p) => p.personId).length;
  const wide = positions.filter((p) => p.span > mostSpan);
  const named = `${held} of ${counted(positions.length, "position")} held`;
  return wide.length
    ? `${named}; more than seven people report to the ${wide.map((p) => p.title.toLowerCase()).join(" and the ")}`
    : `${named}; nobody has more than seven people under them`;
};

function HoldDialog({ position, onClose }: { position: Position; onClose: () => void }) {
  return (
    <PostDialog
      title={position.title}
      description="Whoever held it hands over now."
      path={`/api/v1/incident-positions/${position.id}/holder`}
      submit="Assign"
      nouns={["incidents"]}
      values={{ personId: "", handover: "" }}
      onClose={onClose}
    >
      <Combobox<{ id: string; name: string; lacks?: string }>
        name="personId"
        label="Person"
        required
        path="/api/v1/members"
        query="active=true&seat=incident"
        itemLabel={(member) => member.name}
        itemHint={({ lacks }) => lacks ?? ""}
      />
      <TextArea name="handover" label="Hand-over note" rows={3} maxLength={2000} />
    </PostDialog>
  );
}

function AddDialog({
  incident,
  parent,
  onClose,
}: {
  incident: IncidentDetail;
  parent: Position;
  onClose: () => void;
}) {
  const kinds = kindsBelow(parent);
  return (
    <PostDialog
      title={`Add below the ${parent.title.toLowerCase()}`}
      description="It reports to this position, and stands in the organization list of the action plan."
      path={`/api/v1/incidents/${incident.id}/positions`}
      submit="Add"
      nouns={["incidents"]}
      values={{ kind: kinds[0] ?? "branch", title: "" }}
      bodyOf={(values) => ({ ...values, parentId: parent.id })}
      onClose={onClose}
    >
      <SelectField
        name="kind"
        label="What it is"
        required
        options={kinds.map((value) => ({ value, label: addedKinds[value] }))}
      />
      <TextField name="title" label="Name" hint="Branch I, Division A" required maxLength={80} />
    </PostDialog>
  );
}

type Open = { what: "hold" | "add"; position: Position };

/** Who holds which position; a position entitles inside this incident only. */
export function OrganizationPanel({
  incident,
  mayChange,
}: {
  incident: IncidentDetail;
  mayChange: boolean;
}) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = useMutationAction("incidents");
  const { positions } = incident;
  const reportsTo = (id: string) => positions.some((p) => p.parentId === id);
  return (
    <Panel title="Organization (ICS 203)">
      <p className="mb-3">{finding(positions)}.</p>
      <ul className="grid gap-2">
        {asTree(positions).map(({ position: p, depth }) => (
          <li
            key={p.id}
            className={`flex flex-wrap items-center gap-2 ${indent[Math.min(depth, 4)] ?? ""}`}
          >
            <span>
              <b>{p.title}</b>
              <span className="text-13 text-t2">
                {" "}
                {p.kind === "position" ? sections[p.section] : addedKinds[p.kind]}
              </span>
            </span>
            <span>{p.person ?? <span className="text-t3">open</span>}</span>
            {p.span > mostSpan && (
              <span className="text-13 text-warning">{p.span} report to it: more than seven</span>
            )}
            {mayChange && (
              <span className="ml-auto flex flex-wrap gap-2">
                {p.kind !== "position" && !reportsTo(p.id) && (
                  <button
                    type="button"
                    className="btn btn-small btn-ghost"
                    onClick={() =>
                      close.mutate({ path: `/api/v1/incident-positions/${p.id}/actions/close` })
                    }
                  >
                    Take out<span className="visually-hidden"> {p.title}</span>
                  </button>
                )}
                {kindsBelow(p).length > 0 && (
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() => setOpen({ what: "add", position: p })}
                  >
                    Add below<span className="visually-hidden"> {p.title}</span>
                  </button>
                )}
                <button
                  type="button"
                  className="btn btn-small"
                  onClick={() => setOpen({ what: "hold", position: p })}
                >
                  {p.person ? "Hand over" : "Assign"}
                  <span className="visually-hidden"> {p.title}</span>
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {open?.what === "hold" && (
        <HoldDialog position={open.position} onClose={() => setOpen(null)} />
      )}
      {open?.what === "add" && (
        <AddDialog incident={incident} parent={open.position} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}
