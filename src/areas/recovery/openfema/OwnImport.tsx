import { useState } from "react";
import { useLocation } from "react-router";
import { Form } from "#web/kit/form/Form.tsx";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { DeclarationField } from "../fields.tsx";

const parts = {
  damage: {
    title: "Import damage",
    things: "damage",
    kind: "pa-damage",
    to: "/fema-grants-hub?tab=damage",
    help: "CSV or XLSX, one damage a row: declaration, what, where, category, cause, day. The same damage again changes nothing.",
  },
  obligations: {
    title: "Import obligations of the Grants Portal",
    things: "obligations",
    kind: "pa-obligations",
    to: "/fema-grants-hub?tab=projects",
    help: "CSV or XLSX, one version a row: project or PW number, version, federal share, day. Versions come in their order; one that is on file changes nothing.",
  },
  schedules: {
    title: "Import work schedules",
    things: "work schedules",
    kind: "pa-work-schedules",
    to: "/fema-grants-hub/crew",
    help: "CSV or XLSX, one schedule a row: employee (address), from, to, employed as (budgeted, backfill or unbudgeted), stands in for, days (Mon-Fri), hours (07:00-15:30), break minutes, source.",
  },
} as const;
type Part = keyof typeof parts;
const partOf = (pathname: string): Part =>
  (Object.keys(parts) as Part[]).find((name) => pathname.endsWith(name)) ?? "damage";

type Taken = {
  read: number;
  taken: number;
  known: number;
  refused: { feature: number; why: string }[];
};

function GeojsonForm() {
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<Taken | null>(null);
  const act = useMutationAction<Taken>("pa-damage");
  return (
    <Panel title="Import damage from a map file (GeoJSON)">
      <Form<{ declarationId: string }>
        formKey={null}
        defaultValues={{ declarationId: "" }}
        submitLabel="Import the points"
        onSubmit={async ({ declarationId }) => {
          setResult(
            await act.mutateAsync({
              path: "/api/v1/pa-damage/geojson",
              body: { declarationId, text: (await file?.text()) ?? "" },
            }),
          );
        }}
      >
        <DeclarationField />
        <label className="field">
          <span className="field-label">
            FeatureCollection of points, with title, location, category, cause, occurredOn
          </span>
          <input
            type="file"
            className="field-control"
            accept=".geojson,.json,application/geo+json"
            onChange={(e) => setFile(e.target.files?.[0] ?? null)}
          />
        </label>
      </Form>
      {result && (
        <div aria-live="polite" className="mt-3">
          <p>
            {result.taken} of {result.read} points taken, {result.known} on file already.
          </p>
          <ul className="checks">
            {result.refused.slice(0, 50).map((r) => (
              <li key={r.feature} className="warn">
                Point {r.feature}: {r.why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

/** Damage, obligations and work schedules from files. */
export default function OwnImport() {
  const { pathname } = useLocation();
  const name = partOf(pathname);
  const part = parts[name];
  return (
    <ImportPage
      title={part.title}
      kind={part.kind}
      things={part.things}
      permission={name === "schedules" ? "recovery.hours" : "recovery.edit"}
      closed={{
        title: "You cannot import this",
        text: "Recovery coordinators and administrators can; payroll imports schedules too.",
      }}
      nouns={["pa-damage", "pa-projects", "pa-work-schedules"]}
      done={part.to}
      help={<p>{part.help}</p>}
      below={part.kind === "pa-damage" && <GeojsonForm />}
    />
  );
}
