import { useState } from "react";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { sections } from "./incident.labels.ts";
import type { IncidentDetail, Position } from "./incident.model.ts";
import { PostDialog } from "./parts.tsx";

/** One person commands at most so many without another level between (ICS: 3 to 7). */
const mostSpan = 7;

/** Who holds which position; a position entitles inside this incident only. */
export function OrganizationPanel({
  incident,
  mayChange,
}: {
  incident: IncidentDetail;
  mayChange: boolean;
}) {
  const [giving, setGiving] = useState<Position | null>(null);
  const depth = (p: Position): number => {
    const above = incident.positions.find((each) => each.id === p.parentId);
    return above ? depth(above) + 1 : 0;
  };
  const indent = ["", "pl-4", "pl-8"] as const;
  return (
    <Panel title="Organization (ICS 203)">
      <ul className="grid gap-2">
        {incident.positions.map((p) => (
          <li key={p.id} className={`flex flex-wrap items-center gap-2 ${indent[depth(p)] ?? ""}`}>
            <span>
              <b>{p.title}</b>
              <span className="text-13 text-t2"> {sections[p.section]}</span>
            </span>
            <span>{p.person ?? <span className="text-t3">open</span>}</span>
            {p.span > mostSpan && (
              <span className="text-13 text-warning">{p.span} report to it: more than seven</span>
            )}
            {mayChange && (
              <button type="button" className="btn btn-small ml-auto" onClick={() => setGiving(p)}>
                {p.person ? "Hand over" : "Assign"}
                <span className="visually-hidden"> {p.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {giving && (
        <PostDialog
          title={giving.title}
          description="Whoever held it hands over now."
          path={`/api/v1/incident-positions/${giving.id}/holder`}
          submit="Assign"
          nouns={["incidents"]}
          values={{ personId: "", handover: "" }}
          onClose={() => setGiving(null)}
        >
          <Combobox<{ id: string; name: string }>
            name="personId"
            label="Person"
            required
            path="/api/v1/members"
            itemLabel={(member) => member.name}
          />
          <TextArea name="handover" label="Hand-over note" rows={3} maxLength={2000} />
        </PostDialog>
      )}
    </Panel>
  );
}
